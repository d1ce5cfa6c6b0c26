#include "CProcess.h"
#include "apart.h"
#include "words.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void close_both(int ends[2]) {
    close(ends[0]);
    close(ends[1]);
}

// Runs in the child, where only async-signal-safe functions may be called.
static void become_driver(const char *folder, int network, int input, int output, int failure, pid_t parent) {
    sigset_t none;
    sigemptyset(&none);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    sigprocmask(SIG_SETMASK, &none, NULL);
    struct rlimit data;
    if (getrlimit(RLIMIT_DATA, &data) == 0) {
        data.rlim_cur = data.rlim_max;
        setrlimit(RLIMIT_DATA, &data);
    }
    int failed = 0;
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent) failed = ESRCH;
    if (!failed && network >= 0 && setns(network, CLONE_NEWNET) != 0) failed = errno;
    if (!failed && (dup2(input, 0) < 0 || dup2(output, 1) < 0)) failed = errno;
    if (!failed && folder[0] != 0 && chdir(folder) != 0) failed = errno;
    if (!failed) {
        execvp(cpr_words_vector()[0], cpr_words_vector());
        failed = errno;
    }
    ssize_t written = write(failure, &failed, sizeof failed);
    _exit(written > 0 ? 126 : 127);
}

// Runs in the first process of a namespace, which starts the driver and ends everything that the driver leaves behind.
static void become_keeper(const char *folder, int network, int input, int output, int failure) {
    int failed = prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 ? errno : 0;
    pid_t driver = failed ? -1 : cpr_fork_in_child();
    if (driver == 0) become_driver(folder, network, input, output, failure, 1);
    if (driver < 0) {
        if (!failed) failed = errno;
        ssize_t written = write(failure, &failed, sizeof failed);
        _exit(written > 0 ? 126 : 127);
    }
    // Pipes and sockets of the harness would stay open with this process.
    close_range(3, ~0U, 0);
    cpr_keep(driver);
}

static int start(const char *folder, int network, int to[2], int from[2], int failure[2], pid_t *pid) {
    if (fcntl(to[1], F_SETFL, O_NONBLOCK) != 0 || fcntl(from[0], F_SETFL, O_NONBLOCK) != 0) return errno;
    signal(SIGPIPE, SIG_IGN);  // A driver that has died shows as an error of writing, and as its end.
    pid_t parent = getpid();
    pid_t child = cpr_fork_apart();
    if (child < 0) return errno;
    if (child == 0 && getpid() == 1) become_keeper(folder, network, to[0], from[1], failure[1]);
    if (child == 0) become_driver(folder, network, to[0], from[1], failure[1], parent);
    close(failure[1]);
    failure[1] = -1;
    int failed = 0;
    ssize_t count;
    do count = read(failure[0], &failed, sizeof failed); while (count < 0 && errno == EINTR);
    if (count == 0) {
        *pid = child;
        return 0;
    }
    while (waitpid(child, NULL, 0) == -1 && errno == EINTR) continue;
    return count == (ssize_t)sizeof failed ? failed : EIO;
}

int cpr_driver_start(const char *folder, int network, pid_t *pid, int *input, int *output) {
    int to[2], from[2], failure[2];
    if (cpr_words_count() == 0) return EINVAL;
    if (pipe2(to, O_CLOEXEC) != 0) return errno;
    if (pipe2(from, O_CLOEXEC) != 0) {
        int failed = errno;
        close_both(to);
        return failed;
    }
    if (pipe2(failure, O_CLOEXEC) != 0) {
        int failed = errno;
        close_both(to);
        close_both(from);
        return failed;
    }
    int failed = start(folder, network, to, from, failure, pid);
    close(to[0]);
    close(from[1]);
    close(failure[0]);
    if (failure[1] >= 0) close(failure[1]);
    if (failed) {
        close(to[1]);
        close(from[0]);
        return failed;
    }
    *input = to[1];
    *output = from[0];
    return 0;
}

void cpr_driver_discard(pid_t pid, int patience) {
    const struct timespec pause = {.tv_nsec = 5000000};
    for (int waited = 0; waited < patience; waited += 5) {
        pid_t ended = waitpid(pid, NULL, WNOHANG);
        if (ended == pid || (ended == -1 && errno != EINTR)) return;
        nanosleep(&pause, NULL);
    }
    kill(pid, SIGKILL);
    while (waitpid(pid, NULL, 0) == -1 && errno == EINTR) continue;
}

int cpr_driver_reap(pid_t pid, int *exit_status, int *signal_number) {
    int status = 0;
    if (waitpid(pid, &status, WNOHANG) != pid) return 0;
    cpr_read_end(status, exit_status, signal_number);
    return 1;
}
