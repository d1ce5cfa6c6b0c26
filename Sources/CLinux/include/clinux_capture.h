#ifndef ROLLCALL_CLINUX_CAPTURE_H
#define ROLLCALL_CLINUX_CAPTURE_H

// What a capture needs of the kernel beside libpcap.

// Whether the process's capabilities allow packet sockets; to open and close one takes the kernel ten milliseconds.
int clx_may_capture(void);

// Has the kernel run a classic BPF program over what a packet socket receives; `instructions` are `count` of
// struct bpf_insn, which is laid out like the kernel's struct sock_filter. Answers 0 or an errno.
int clx_attach_filter(int socket, const void *instructions, unsigned int count);

#endif
