#ifndef ROLLCALL_CLINUX_POLL_H
#define ROLLCALL_CLINUX_POLL_H

#include <stdint.h>

// Waiting for readable descriptors (epoll) and waking the one who waits (eventfd).
// Every function answers -errno where it fails.

// A new set of watched descriptors.
int clx_poll_create(void);

// Reports `descriptor` as `key` for as long as it is readable.
int clx_poll_add(int poll, int descriptor, uint32_t key);

// Reports `descriptor` no more.
int clx_poll_remove(int poll, int descriptor);

// Puts the keys of the readable descriptors into `keys`, in no order, and answers how many; waits that many
// nanoseconds for the first one, 0 for not at all, negative for as long as it takes. An interrupted wait answers 0.
int clx_poll_wait(int poll, uint32_t *keys, int capacity, int64_t nanoseconds);

// A descriptor that any thread can make readable.
int clx_wake_create(void);
void clx_wake_signal(int wake);
void clx_wake_clear(int wake);

#endif
