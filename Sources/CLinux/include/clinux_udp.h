#ifndef ROLLCALL_CLINUX_UDP_H
#define ROLLCALL_CLINUX_UDP_H

#include <stddef.h>
#include <stdint.h>

// Non-blocking UDP over IPv4. A host is a number with the first octet in its highest byte. Functions return -errno on
// failure.

// Opens a socket bound to an address; port 0 selects a free one. `buffer` is the requested receive buffer in bytes,
// as SO_RCVBUF counts them.
int clx_udp_open(uint32_t host, uint16_t port, int buffer);

// Raises the process's limit of descriptors to its hard limit.
int clx_udp_raise_limit(void);

// Returns the port that the socket is bound to.
int clx_udp_port(int socket);

// Returns the granted receive buffer, which includes the kernel's overhead.
int clx_udp_buffer(int socket);

// Returns the number of datagrams that the kernel dropped because the receive buffer was full.
int64_t clx_udp_drops(int socket);

int clx_udp_send(int socket, uint32_t host, uint16_t port, const uint8_t *bytes, size_t count);

// Buffers for the datagrams of one call. They are large, so one batch serves all sockets of a thread.
struct clx_udp_batch;
struct clx_udp_batch *clx_udp_batch_create(void);
void clx_udp_batch_destroy(struct clx_udp_batch *batch);

// The most datagrams of one call, the most that are gathered to be joined, and the longest payload.
enum { CLX_UDP_BATCH = 32, CLX_UDP_GATHERED = 256, CLX_UDP_LONGEST = 65507 };

// Reads up to `limit` datagrams and returns their number. A smaller number means that none is left.
int clx_udp_receive(int socket, struct clx_udp_batch *batch, int limit);

// One datagram of the last call, valid until the next one.
struct clx_udp_datagram {
    const uint8_t *bytes;
    size_t count;
    uint32_t host;
    uint16_t port;
};
struct clx_udp_datagram clx_udp_datagram(const struct clx_udp_batch *batch, int index);

// Copies a datagram into a batch at `place`, truncated to the longest payload.
void clx_udp_batch_put(
    struct clx_udp_batch *batch, int place, uint32_t host, uint16_t port, const uint8_t *bytes, size_t count);

// Sends the first `count` datagrams of a batch in order, skips those that the kernel refuses, and returns the number
// of refused ones.
int clx_udp_send_batch(int socket, struct clx_udp_batch *batch, int count);

// Sends the first `count` datagrams of a batch like clx_udp_send_batch. Those of media with equal lengths to one address pass
// through the kernel as one, and are separated at the receiver (UDP_SEGMENT), so a capture shows one long packet. The
// order of the datagrams to each address is kept. Stores the number of datagrams that were joined to others.
int clx_udp_send_joined(int socket, struct clx_udp_batch *batch, int count, int *joined);

// Lets the socket receive joined datagrams as they came (UDP_GRO). They must then be read with clx_udp_receive_joined.
int clx_udp_take_joined(int socket);

// Reads up to `limit` packets, separates joined datagrams, and returns the number of datagrams. Stores the number of
// packets, of which fewer than `limit` mean that none is left.
int clx_udp_receive_joined(int socket, struct clx_udp_batch *batch, int limit, int *packets);

// One datagram of the last clx_udp_receive_joined, valid until the next call.
struct clx_udp_datagram clx_udp_joined_datagram(const struct clx_udp_batch *batch, int index);

// Sends datagrams over the loopback interface, one at a time, and returns how many had not arrived when sendto
// returned.
int clx_udp_trial(int datagrams);

#endif
