#include "apart.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// Statuses beyond this one stand for signals, as a shell has them.
enum { SIGNALS = 128 };

pid_t cpr_fork_apart(void) {
    pid_t child = (pid_t)syscall(SYS_clone, CLONE_NEWPID | SIGCHLD, NULL, NULL, NULL, NULL);
    return child < 0 ? fork() : child;
}

pid_t cpr_fork_in_child(void) { return (pid_t)syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL); }

void cpr_keep(pid_t program) {
    int status = 0;
    for (;;) {
        pid_t ended = waitpid(-1, &status, 0);
        if (ended == program) _exit(WIFSIGNALED(status) ? SIGNALS + WTERMSIG(status) : WEXITSTATUS(status));
        if (ended < 0 && errno != EINTR) _exit(127);
    }
}

void cpr_read_end(int status, int *exit_status, int *signal_number) {
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    int isSignal = code > SIGNALS && code < SIGNALS + NSIG;
    *signal_number = WIFSIGNALED(status) ? WTERMSIG(status) : isSignal ? code - SIGNALS : 0;
    *exit_status = *signal_number ? -1 : code;
}
