#ifndef ROLLCALL_CLINUX_HOST_H
#define ROLLCALL_CLINUX_HOST_H

#include <stddef.h>
#include <stdint.h>

// A host with a network namespace of its own and one TUN interface, whose other end is a descriptor of this process.

// The failed step, in the order of execution.
enum clx_host_step {
    CLX_HOST_READY = 0,
    CLX_HOST_NETWORK = 1,   // unshare(CLONE_NEWNET)
    CLX_HOST_LOOPBACK = 2,  // lo up
    CLX_HOST_DEVICE = 3,    // open("/dev/net/tun")
    CLX_HOST_INTERFACE = 4, // TUNSETIFF
    CLX_HOST_ADDRESS = 5,   // the interface's MTU, address and state
    CLX_HOST_ROUTE = 6,     // the default route
    CLX_HOST_RETURN = 7,    // setns to the thread's own network
};

struct clx_host {
    int device;  // the other end of the interface, which does not block
    int network; // the namespace, for clx_host_enter
    int step;    // one of clx_host_step
    int error;   // errno of that step
};

// Creates a host. The calling thread keeps its network; only after CLX_HOST_RETURN it has lost it.
struct clx_host clx_host_open(uint32_t address);

// Replaces the address of a host's interface. Returns 0 or a negative errno.
int clx_host_move(int network, uint32_t address);

// Opens a UDP socket of a host that does not block, between one port of its address and of another host's. Returns a
// descriptor or a negative errno.
int clx_host_socket(int network, uint32_t address, uint32_t peer, uint16_t port);

// Reads one packet of a host. Returns its length, 0 when none waits, or -errno.
int clx_host_read(int device, uint8_t *bytes, size_t room);

// Passes a packet to a host. Returns 0 or -errno.
int clx_host_write(int device, const uint8_t *bytes, size_t count);

#endif
