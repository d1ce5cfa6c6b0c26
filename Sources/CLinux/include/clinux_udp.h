#ifndef ROLLCALL_CLINUX_UDP_H
#define ROLLCALL_CLINUX_UDP_H

#include <stddef.h>
#include <stdint.h>

// UDP over IPv4 without waiting. Hosts are numbers whose highest octet is the first one.
// Every function answers -errno where it fails.

// A socket bound to that address; port 0 takes a free one. `buffer` is the receive buffer to ask for, in bytes of
// payload as SO_RCVBUF counts them.
int clx_udp_open(uint32_t host, uint16_t port, int buffer);

// Lets the process have as many descriptors as its hard limit allows.
int clx_udp_raise_limit(void);

// The port that the socket is bound to.
int clx_udp_port(int socket);

// The receive buffer that was granted, as the kernel counts it: with its own overhead.
int clx_udp_buffer(int socket);

// How many datagrams the kernel has dropped for want of room in the socket's receive buffer.
int64_t clx_udp_drops(int socket);

int clx_udp_send(int socket, uint32_t host, uint16_t port, const uint8_t *bytes, size_t count);

// Room for the datagrams of one reading, or for some that are sent at once; large, so one serves all sockets of a thread.
struct clx_udp_batch;
struct clx_udp_batch *clx_udp_batch_create(void);
void clx_udp_batch_destroy(struct clx_udp_batch *batch);

// The most datagrams that one reading brings, and that are sent at once; and the longest payload that one can have.
enum { CLX_UDP_BATCH = 32, CLX_UDP_LONGEST = 65507 };

// Reads what waits, at most `limit`, and answers how many; fewer means that nothing is left.
int clx_udp_receive(int socket, struct clx_udp_batch *batch, int limit);

// One datagram of the last reading; valid until the next one.
struct clx_udp_datagram {
    const uint8_t *bytes;
    size_t count;
    uint32_t host;
    uint16_t port;
};
struct clx_udp_datagram clx_udp_datagram(const struct clx_udp_batch *batch, int index);

// Puts a copy of a datagram into a batch, at a place of its own; longer ones than the longest are cut.
void clx_udp_batch_put(
    struct clx_udp_batch *batch, int place, uint32_t host, uint16_t port, const uint8_t *bytes, size_t count);

// Sends the first datagrams of a batch in their order, passes over those that the kernel refuses, and answers how many
// these were.
int clx_udp_send_batch(int socket, struct clx_udp_batch *batch, int count);

// Sends that many datagrams over the loopback interface, one at a time, and answers how many of them were not there
// when sendto had returned.
int clx_udp_trial(int datagrams);

#endif
