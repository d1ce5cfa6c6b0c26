#ifndef ROLLCALL_CLINUX_CAPTURE_H
#define ROLLCALL_CLINUX_CAPTURE_H

// The kernel's interfaces for captures that libpcap does not wrap.

// Returns true when the process's capabilities allow packet sockets. Opening and closing one takes ten milliseconds.
int clx_may_capture(void);

// Attaches a classic BPF program to a packet socket. `instructions` are `count` values of struct bpf_insn, which has
// the layout of struct sock_filter. Returns 0 or an errno.
int clx_attach_filter(int socket, const void *instructions, unsigned int count);

// Asks the kernel to pass no packets that leave, which it would copy before a filter refuses them. A kernel before
// Linux 4.20 passes them to the filter.
void clx_ignore_outgoing(int socket);

#endif
