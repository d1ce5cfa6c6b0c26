#include "CProcess.h"

#include <sys/ioctl.h>

int cpr_terminal_width(int descriptor) {
    struct winsize size = {0};
    return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}
