#ifndef ROLLCALL_CLINUX_CLOCK_H
#define ROLLCALL_CLINUX_CLOCK_H

#include <stdint.h>

// The process's clocks, which one thread may see replaced.
//
// clinux_clock.c defines `clock_gettime` for the whole program, so Swift's clocks and Foundation's dates read it. On a
// thread that has not called clx_clock_replace it is the system's own.

// From here on this thread's clocks show that many nanoseconds: of monotonic time, and since 1970.
void clx_clock_replace(int64_t monotonic, int64_t realtime);

// This thread's clocks are the system's again.
void clx_clock_restore(void);

// Nanoseconds of the system's own CLOCK_MONOTONIC and CLOCK_REALTIME, replaced or not.
int64_t clx_clock_monotonic(void);
int64_t clx_clock_realtime(void);

#endif
