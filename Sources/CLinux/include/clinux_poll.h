#ifndef ROLLCALL_CLINUX_POLL_H
#define ROLLCALL_CLINUX_POLL_H

#include <stdint.h>

// Waiting for readable descriptors (epoll) and waking the waiting thread (eventfd). Functions return -errno on
// failure.

// Creates an empty set of watched descriptors.
int clx_poll_create(void);

// Reports `descriptor` as `key` while it is readable.
int clx_poll_add(int poll, int descriptor, uint32_t key);

// Stops reporting `descriptor`.
int clx_poll_remove(int poll, int descriptor);

// Stores the keys of readable descriptors in `keys`, in no order, and returns their number. It waits that many
// nanoseconds for the first one; 0 does not wait, a negative value waits without limit. An interrupted wait returns
// 0.
int clx_poll_wait(int poll, uint32_t *keys, int capacity, int64_t nanoseconds);

// Creates a descriptor that any thread can make readable.
int clx_wake_create(void);
void clx_wake_signal(int wake);
void clx_wake_clear(int wake);

#endif
