#include "CProcess.h"

#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

int cpr_terminal_width(int descriptor) {
    struct winsize size = {0};
    return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

static struct termios usual;
static int is_changed;

int cpr_keys_open(void) {
    // A job in the background would be stopped by the change.
    if (!isatty(0) || tcgetpgrp(0) != getpgrp() || tcgetattr(0, &usual) != 0) return -1;
    struct termios mode = usual;
    mode.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    // A read returns at once. O_NONBLOCK would hold for the shell, too, which shares the terminal.
    mode.c_cc[VMIN] = 0;
    mode.c_cc[VTIME] = 0;
    if (tcsetattr(0, TCSANOW, &mode) != 0) return -1;
    is_changed = 1;
    return 0;
}

int cpr_keys_next(void) {
    unsigned char key;
    return read(0, &key, 1) == 1 ? key : 0;
}

void cpr_keys_close(void) {
    if (is_changed) tcsetattr(0, TCSANOW, &usual);
    is_changed = 0;
}
