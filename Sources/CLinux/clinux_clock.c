#include "clinux_clock.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

typedef int (*clock_reader)(clockid_t, struct timespec *);

static _Thread_local struct {
    int active;
    int64_t monotonic;
    int64_t realtime;
} replaced;

static int read_by_system_call(clockid_t clock, struct timespec *time) {
    return (int)syscall(SYS_clock_gettime, clock, time);
}

// Reads through libc, which needs no system call. The first thread looks the function up.
static int read_system(clockid_t clock, struct timespec *time) {
    static _Atomic(clock_reader) reader;
    clock_reader known = atomic_load_explicit(&reader, memory_order_relaxed);
    if (!known) {
        known = (clock_reader)dlsym(RTLD_NEXT, "clock_gettime");
        if (!known) known = read_by_system_call;
        atomic_store_explicit(&reader, known, memory_order_relaxed);
    }
    return known(clock, time);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    int64_t shown;
    if (!replaced.active) return read_system(clock, time);
    switch (clock) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE:
        shown = replaced.realtime;
        break;
    case CLOCK_MONOTONIC:
    case CLOCK_MONOTONIC_RAW:
    case CLOCK_MONOTONIC_COARSE:
    case CLOCK_BOOTTIME:
        shown = replaced.monotonic;
        break;
    default:
        return read_system(clock, time);
    }
    time->tv_sec = shown / 1000000000;
    time->tv_nsec = shown % 1000000000;
    return 0;
}

void clx_clock_replace(int64_t monotonic, int64_t realtime) {
    replaced.active = 1;
    replaced.monotonic = monotonic;
    replaced.realtime = realtime;
}

void clx_clock_restore(void) {
    replaced.active = 0;
}

static int64_t nanoseconds(clockid_t clock) {
    struct timespec time = {0, 0};
    read_system(clock, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int64_t clx_clock_monotonic(void) {
    return nanoseconds(CLOCK_MONOTONIC);
}

int64_t clx_clock_processor(void) {
    return nanoseconds(CLOCK_PROCESS_CPUTIME_ID);
}

int64_t clx_clock_realtime(void) {
    return nanoseconds(CLOCK_REALTIME);
}
