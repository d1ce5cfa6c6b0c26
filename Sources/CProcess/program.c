#include "CProcess.h"
#include "apart.h"
#include "words.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static void reset_signals(void) {
    sigset_t none;
    sigemptyset(&none);
    for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

static void lift_limit_of_data(void) {
    struct rlimit data;
    if (getrlimit(RLIMIT_DATA, &data) != 0) return;
    data.rlim_cur = data.rlim_max;
    setrlimit(RLIMIT_DATA, &data);
}

// Opens the streams, enters folder and network. Returns 0 or an error number.
static int prepare(const char *folder, int network, const char *output) {
    int input = open("/dev/null", O_RDONLY);
    int written = open(output, O_WRONLY | O_CREAT | O_APPEND, 0644);
    if (input < 0 || written < 0) return errno;
    if (dup2(input, 0) < 0 || dup2(written, 1) < 0 || dup2(written, 2) < 0) return errno;
    if (input > 2) close(input);
    if (written > 2) close(written);
    if (chdir(folder) != 0) return errno;
    return network >= 0 && setns(network, CLONE_NEWNET) != 0 ? errno : 0;
}

static void execute(int failure) {
    int failed = 0;
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) failed = errno;
    if (!failed) {
        execvp(cpr_words_vector()[0], cpr_words_vector());
        failed = errno;
    }
    ssize_t written = write(failure, &failed, sizeof failed);
    _exit(written > 0 ? 126 : 127);
}

// Runs in the child, where only async-signal-safe functions may be called.
static void become_keeper(const char *folder, int network, const char *output, int failure) {
    reset_signals();
    lift_limit_of_data();
    setpgid(0, 0);
    int failed = prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 ? errno : prepare(folder, network, output);
    pid_t program = failed ? -1 : cpr_fork_in_child();
    if (program == 0) execute(failure);
    if (program < 0) {
        if (!failed) failed = errno;
        ssize_t written = write(failure, &failed, sizeof failed);
        _exit(written > 0 ? 126 : 127);
    }
    close(failure);
    cpr_keep(program);
}

int cpr_program_start(const char *folder, int network, const char *output, pid_t *pid) {
    int failure[2];
    if (cpr_words_count() == 0) return EINVAL;
    if (pipe2(failure, O_CLOEXEC) != 0) return errno;
    pid_t child = cpr_fork_apart();
    if (child == 0) become_keeper(folder, network, output, failure[1]);
    int failed = child < 0 ? errno : 0;
    close(failure[1]);
    ssize_t count = 0;
    if (child > 0) do count = read(failure[0], &failed, sizeof failed); while (count < 0 && errno == EINTR);
    close(failure[0]);
    if (child > 0 && count != 0) cpr_program_kill(child);
    if (child > 0 && count == 0) *pid = child;
    return failed;
}

int cpr_program_watch(pid_t pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }

void cpr_program_kill(pid_t pid) {
    kill(-pid, SIGKILL);
    kill(pid, SIGKILL);
    while (waitpid(pid, NULL, 0) == -1 && errno == EINTR) continue;
}

int cpr_program_reap(pid_t pid, int *exit_status, int *signal_number) {
    int status = 0;
    if (waitpid(pid, &status, WNOHANG) != pid) return 0;
    kill(-pid, SIGKILL);
    cpr_read_end(status, exit_status, signal_number);
    return 1;
}
