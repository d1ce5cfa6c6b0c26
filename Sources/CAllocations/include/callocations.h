#ifndef CALLOCATIONS_H
#define CALLOCATIONS_H

#include <stdint.h>

/// Returns the number of allocations since the program started, over all threads.
///
/// Linking this target replaces malloc, calloc, realloc and the aligned variants by functions that count and then
/// call the C library.
uint64_t cla_allocations(void);

#endif
