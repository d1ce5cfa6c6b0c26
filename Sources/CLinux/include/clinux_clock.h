#ifndef ROLLCALL_CLINUX_CLOCK_H
#define ROLLCALL_CLINUX_CLOCK_H

#include <stdint.h>

// The process's clocks, which can be replaced on one thread.
//
// clinux_clock.c defines `clock_gettime` for the whole program, so Swift's clocks and Foundation's dates read it. On
// a thread that has not called clx_clock_replace it returns the system's time.

// Makes this thread's clocks show these nanoseconds: monotonic time, and time since 1970.
void clx_clock_replace(int64_t monotonic, int64_t realtime);

// Restores this thread's system clocks.
void clx_clock_restore(void);

// Return the nanoseconds of the system's CLOCK_MONOTONIC and CLOCK_REALTIME, also while clocks are replaced.
int64_t clx_clock_monotonic(void);
int64_t clx_clock_realtime(void);
// The processor time of all threads of the process.
int64_t clx_clock_processor(void);

#endif
