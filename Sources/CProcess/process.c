#include "CProcess.h"
#include "words.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static int names(const char *variable, const char *name) {
    size_t length = strlen(name);
    return strncmp(variable, name, length) == 0 && variable[length] == '=';
}

// Each worker has its own hash seed; a shared one would hide a dependence on hashing. A trap ends it at once, without
// a backtrace that takes seconds, unless the user requested one.
static char **worker_environment(void) {
    size_t count = 0;
    while (environ[count] != NULL) count++;
    char **copy = calloc(count + 2, sizeof *copy);
    if (copy == NULL) return NULL;
    size_t kept = 0;
    int has_backtrace = 0;
    for (size_t i = 0; i < count; i++) {
        if (names(environ[i], "SWIFT_DETERMINISTIC_HASHING")) continue;
        if (names(environ[i], "SWIFT_BACKTRACE")) has_backtrace = 1;
        copy[kept++] = environ[i];
    }
    if (!has_backtrace) copy[kept++] = "SWIFT_BACKTRACE=enable=no";
    return copy;
}

static int spawn_with(const char *path, int channel, int output, pid_t *pid,
                      posix_spawn_file_actions_t *files, posix_spawnattr_t *attributes) {
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(attributes, &none);
    posix_spawnattr_setsigdefault(attributes, &all);
    posix_spawnattr_setpgroup(attributes, 0);
    posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    int failed = posix_spawn_file_actions_addopen(files, 0, "/dev/null", O_RDONLY, 0);
    if (!failed) failed = posix_spawn_file_actions_adddup2(files, output, 1);
    if (!failed) failed = posix_spawn_file_actions_adddup2(files, output, 2);
    if (!failed) failed = posix_spawn_file_actions_adddup2(files, channel, 3);
    if (failed) return failed;
    char **environment = worker_environment();
    if (environment == NULL) return ENOMEM;
    failed = posix_spawn(pid, path, files, attributes, cpr_words_vector(), environment);
    free(environment);
    return failed;
}

int cpr_spawn(const char *path, int channel, int output, pid_t *pid) {
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    int failed = posix_spawn_file_actions_init(&files);
    if (failed) return failed;
    failed = posix_spawnattr_init(&attributes);
    if (!failed) {
        failed = spawn_with(path, channel, output, pid, &files, &attributes);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&files);
    return failed;
}

int cpr_reap(pid_t pid, int *exit_status, int *signal_number, long *peak_bytes) {
    // The group is killed before the child is reaped: until then its number cannot be reused.
    siginfo_t info = {0};
    if (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == 0) return 0;
    kill(-pid, SIGKILL);
    int status = 0;
    struct rusage usage = {0};
    while (wait4(pid, &status, 0, &usage) == -1 && errno == EINTR) continue;
    *peak_bytes = usage.ru_maxrss * 1024;
    *exit_status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    *signal_number = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    return 1;
}

void cpr_kill(pid_t pid) {
    kill(-pid, SIGKILL);
    kill(pid, SIGKILL);
}

// Only the lower limit: a driver, which is a program of its own, takes it back.
static void limit_data(rlim_t most_bytes) {
    struct rlimit data;
    if (getrlimit(RLIMIT_DATA, &data) != 0) return;
    data.rlim_cur = most_bytes < data.rlim_max ? most_bytes : data.rlim_max;
    setrlimit(RLIMIT_DATA, &data);
}

// The death of the supervisor ends this process, with a record of complete lines.
static void end_with_supervisor(int number) {
    cpr_record_cut();
    _exit(128 + number);
}

// No scenario and no system library uses this signal. Until it has a handler, it ends the process too.
static int end_after_supervisor(void) {
    int number = SIGRTMAX - 1;
    struct sigaction action = {.sa_handler = end_with_supervisor};
    sigset_t own;
    sigemptyset(&own);
    sigaddset(&own, number);
    if (sigaction(number, &action, NULL) != 0 || sigprocmask(SIG_UNBLOCK, &own, NULL) != 0) return -1;
    return prctl(PR_SET_PDEATHSIG, number);
}

// Defined only in programs that count which lines run.
extern int __llvm_profile_write_file(void) __attribute__((weak));
extern void __llvm_profile_reset_counters(void) __attribute__((weak));

void cpr_write_profile(void) {
    if (!__llvm_profile_write_file || !__llvm_profile_reset_counters) return;
    __llvm_profile_write_file();
    __llvm_profile_reset_counters();
}

int cpr_become_worker(pid_t parent, long most_bytes) {
    if (most_bytes > 0) limit_data((rlim_t)most_bytes);
    setvbuf(stdout, NULL, _IOLBF, 0);
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    fcntl(3, F_SETFD, FD_CLOEXEC);
    // Memory that one scenario freed is reused by the next one. Returned pages would have to be cleared again.
    mallopt(M_TRIM_THRESHOLD, 1 << 28);
    mallopt(M_MMAP_THRESHOLD, 1 << 25);
    if (end_after_supervisor() != 0) return 1;
    return getppid() == parent;
}

int cpr_signals_open(void) {
    sigset_t ours;
    sigemptyset(&ours);
    sigaddset(&ours, SIGINT);
    sigaddset(&ours, SIGTERM);
    sigaddset(&ours, SIGHUP);
    sigaddset(&ours, SIGQUIT);
    sigaddset(&ours, SIGCHLD);
    if (sigprocmask(SIG_BLOCK, &ours, NULL) != 0) return -1;
    return signalfd(-1, &ours, SFD_CLOEXEC | SFD_NONBLOCK);
}

int cpr_signals_next(int descriptor) {
    struct signalfd_siginfo info;
    ssize_t count = read(descriptor, &info, sizeof info);
    return count == (ssize_t)sizeof info ? (int)info.ssi_signo : 0;
}

static int hand_over(int ends[2], int *ours, int *theirs) {
    if (fcntl(ends[0], F_SETFL, O_NONBLOCK) != 0) {
        int failure = errno;
        close(ends[0]);
        close(ends[1]);
        return failure;
    }
    *ours = ends[0];
    *theirs = ends[1];
    return 0;
}

int cpr_pipe(int *reading, int *writing) {
    int ends[2];
    return pipe2(ends, O_CLOEXEC) != 0 ? errno : hand_over(ends, reading, writing);
}

int cpr_channel(int *ours, int *theirs) {
    int ends[2];
    return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0 ? errno : hand_over(ends, ours, theirs);
}

// Waits until a channel has room. Returns 0, or ETIMEDOUT when the other end reads nothing in that time.
static int await_room(int channel) {
    enum { MILLISECONDS = 10000 };
    struct pollfd ready = {.fd = channel, .events = POLLOUT};
    int count;
    do count = poll(&ready, 1, MILLISECONDS); while (count < 0 && errno == EINTR);
    return count > 0 ? 0 : count < 0 ? errno : ETIMEDOUT;
}

int cpr_send(int channel, const uint8_t *bytes, size_t count) {
    while (count > 0) {
        ssize_t sent = send(channel, bytes, count, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent < 0 && errno == EAGAIN) {
            int failed = await_room(channel);
            if (failed) return failed;
            continue;
        }
        if (sent <= 0) return sent < 0 ? errno : EPIPE;
        bytes += sent;
        count -= (size_t)sent;
    }
    return 0;
}
