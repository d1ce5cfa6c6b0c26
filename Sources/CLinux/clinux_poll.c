#include "clinux_poll.h"

#include <errno.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

// The number of events of one system call.
enum { CHUNK = 256 };

int clx_poll_create(void) {
    // Timers of the calling thread fire up to 50 µs late otherwise. Where the call fails, they still do.
    prctl(PR_SET_TIMERSLACK, 1, 0, 0, 0);
    int poll = epoll_create1(EPOLL_CLOEXEC);
    return poll < 0 ? -errno : poll;
}

int clx_poll_add(int poll, int descriptor, uint32_t key) {
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = key};
    return epoll_ctl(poll, EPOLL_CTL_ADD, descriptor, &event) < 0 ? -errno : 0;
}

int clx_poll_remove(int poll, int descriptor) {
    return epoll_ctl(poll, EPOLL_CTL_DEL, descriptor, NULL) < 0 ? -errno : 0;
}

static int wait_for_events(int poll, struct epoll_event *events, int capacity, int64_t nanoseconds) {
    if (nanoseconds <= 0) return epoll_wait(poll, events, capacity, nanoseconds < 0 ? -1 : 0);
    struct timespec limit = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
    int count = epoll_pwait2(poll, events, capacity, &limit, NULL);
    if (count >= 0 || errno != ENOSYS) return count;
    // Kernels before 5.11 take whole milliseconds, rounded up so that no timer fires early.
    int64_t milliseconds = (nanoseconds - 1) / 1000000 + 1;
    return epoll_wait(poll, events, capacity, milliseconds > 1000000 ? 1000000 : (int)milliseconds);
}

int clx_poll_wait(int poll, uint32_t *keys, int capacity, int64_t nanoseconds) {
    struct epoll_event events[CHUNK];
    int found = 0;
    // The kernel moves reported descriptors to the end of its list, so the next call returns the others.
    while (found < capacity) {
        int room = capacity - found < CHUNK ? capacity - found : CHUNK;
        int count = wait_for_events(poll, events, room, found ? 0 : nanoseconds);
        if (count < 0) return errno == EINTR || found ? found : -errno;
        for (int i = 0; i < count; i++) keys[found++] = events[i].data.u32;
        if (count < CHUNK) break;
    }
    return found;
}

int clx_wake_create(void) {
    int wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return wake < 0 ? -errno : wake;
}

void clx_wake_signal(int wake) {
    // It fails only when the counter is full, and then the descriptor is readable anyway.
    (void)eventfd_write(wake, 1);
}

void clx_wake_clear(int wake) {
    eventfd_t count;
    (void)eventfd_read(wake, &count);
}
