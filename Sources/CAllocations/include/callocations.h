#ifndef CALLOCATIONS_H
#define CALLOCATIONS_H

#include <stdint.h>

/// How often this program has asked for memory since it started; every thread counts.
///
/// Whoever links this target replaces the C library's malloc, calloc, realloc and their aligned kin by functions that count
/// and then call it.
uint64_t cla_allocations(void);

#endif
