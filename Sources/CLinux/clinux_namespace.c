#include "clinux_namespace.h"
#include "clinux_capture.h"

#include <errno.h>
#include <fcntl.h>
#include <net/if.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct clx_network_result ready = {CLX_NETWORK_READY, 0};

static struct clx_network_result failed(enum clx_network_step step) {
    struct clx_network_result result = {step, errno};
    return result;
}

// Each thread is an entry beside "." and "..". A namespace belongs to one thread, so there must be no other.
static int single_threaded(void) {
    struct stat tasks;
    int known = stat("/proc/self/task", &tasks) == 0;
    errno = EBUSY;
    return !known || tasks.st_nlink == 3;
}

static int write_file(const char *path, const char *text) {
    int file = open(path, O_WRONLY | O_CLOEXEC);
    if (file < 0)
        return -1;
    ssize_t length = (ssize_t)strlen(text);
    ssize_t written = write(file, text, (size_t)length);
    int error = errno;
    close(file);
    errno = error;
    return written == length ? 0 : -1;
}

// Maps the ids to themselves, so that the process keeps its identity. setgroups must be denied before gid_map.
static int keep_identity(uid_t user, gid_t group) {
    char map[64];
    snprintf(map, sizeof map, "%u %u 1", user, user);
    if (write_file("/proc/self/uid_map", map) != 0)
        return -1;
    if (write_file("/proc/self/setgroups", "deny") != 0 && errno != ENOENT)
        return -1;
    snprintf(map, sizeof map, "%u %u 1", group, group);
    return write_file("/proc/self/gid_map", map);
}

int clx_loopback_up(void) {
    int handle = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (handle < 0)
        return -1;
    struct ifreq request = {0};
    strcpy(request.ifr_name, "lo");
    int status = ioctl(handle, SIOCGIFFLAGS, &request);
    if (status == 0) {
        request.ifr_flags |= IFF_UP | IFF_RUNNING;
        status = ioctl(handle, SIOCSIFFLAGS, &request);
    }
    int error = errno;
    close(handle);
    errno = error;
    return status;
}

static struct clx_network_result enter_user_and_network(void) {
    uid_t user = geteuid();
    gid_t group = getegid();
    if (unshare(CLONE_NEWUSER) != 0)
        return failed(CLX_NETWORK_USER_NAMESPACE);
    if (keep_identity(user, group) != 0)
        return failed(CLX_NETWORK_IDENTITY);
    if (unshare(CLONE_NEWNET) != 0)
        return failed(CLX_NETWORK_NAMESPACE);
    return clx_loopback_up() == 0 ? ready : failed(CLX_NETWORK_LOOPBACK);
}

// Waits for a child. Returns false when it was not awaited, or ended by a signal or with another status than 0.
static bool child_succeeds(pid_t child) {
    int status = 0;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return false;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

// Runs enter_user_and_network in a child and returns its result.
static struct clx_network_result try_user_and_network(void) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return failed(CLX_NETWORK_TRIAL);
    pid_t child = fork();
    if (child == 0) {
        struct clx_network_result result = enter_user_and_network();
        _exit(write(ends[1], &result, sizeof result) == sizeof result ? 0 : 1);
    }
    struct clx_network_result result = failed(CLX_NETWORK_TRIAL);
    close(ends[1]);
    if (child > 0 && child_succeeds(child) && read(ends[0], &result, sizeof result) != sizeof result)
        result.error = EPIPE;
    close(ends[0]);
    return result;
}

// The privileged variant, which can return to the old network.
static struct clx_network_result loopback_up_or_return(int home) {
    if (clx_loopback_up() == 0)
        return ready;
    struct clx_network_result result = failed(CLX_NETWORK_LOOPBACK);
    setns(home, CLONE_NEWNET);
    return result;
}

struct clx_network_result clx_own_network(void) {
    if (!single_threaded())
        return failed(CLX_NETWORK_THREADS);
    int home = open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC);
    struct clx_network_result result = ready;
    if (unshare(CLONE_NEWNET) == 0) {
        result = loopback_up_or_return(home);
    } else {
        // A user namespace removes capabilities outside of it, so a process that may capture tries it in a child
        // first.
        if (clx_may_capture())
            result = try_user_and_network();
        if (result.step == CLX_NETWORK_READY)
            result = enter_user_and_network();
    }
    if (home >= 0)
        close(home);
    return result;
}

bool clx_networks_are_available(void) {
    pid_t child = fork();
    if (child == 0)
        _exit(clx_own_network().step == CLX_NETWORK_READY ? 0 : 1);
    return child > 0 && child_succeeds(child);
}
