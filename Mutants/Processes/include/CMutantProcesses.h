// Processes that run with one mutant. They are apart from the switches, so that a change here compiles no room anew.
#pragma once
#include <stdint.h>

// What a process has done, in memory that it shares with the one that forked it.
struct mutant_progress {
    // The scenario that it runs or ran last, as a place in its list.
    int32_t index;
    // The verdict on it; negative while it runs.
    int32_t verdict;
    // 1 when it left nothing behind.
    int32_t settled;
};

// Moves what was reached and the progress into memory that processes share, and what is printed to /dev/null. Returns a
// descriptor for what was the standard output, or -1.
int mutants_begin(void);
struct mutant_progress *mutants_progress(void);
// Switches a mutant on.
void mutants_switch_on(int32_t id);
// 1 when the place of a mutant was reached.
int mutants_was_reached(int32_t id);
// Marks all mutants as not reached.
void mutants_forget_reached(void);
// The first mutant after `id` that was reached; 0 when there is none.
int32_t mutants_reached_after(int32_t id);
// Forks: 0 in the new process, which ends with its parent; its id in the old one; -1 when there is none.
int32_t mutants_fork(void);
// Gives the process so many seconds of processor time, and of the wall clock one more than twice as many.
void mutants_limit(double seconds);
// Waits for a process. Returns 0 when it ended by itself with status 0, a signal, or -1.
int mutants_wait(int32_t process);
// The seconds of processor time of the processes that were waited for.
double mutants_children_seconds(void);
