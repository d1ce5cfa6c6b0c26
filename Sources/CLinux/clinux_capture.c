#include "clinux_capture.h"

#include <errno.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/if_packet.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

int clx_may_capture(void) {
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct sets[_LINUX_CAPABILITY_U32S_3] = {0};
    return syscall(SYS_capget, &header, sets) == 0 && (sets[0].effective & (1u << CAP_NET_RAW)) != 0;
}

int clx_attach_filter(int socket, const void *instructions, unsigned int count) {
    if (count > BPF_MAXINSNS)
        return EINVAL;
    struct sock_fprog program = {(unsigned short)count, (struct sock_filter *)instructions};
    return setsockopt(socket, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof program) == 0 ? 0 : errno;
}

void clx_ignore_outgoing(int socket) {
    int yes = 1;
    (void)setsockopt(socket, SOL_PACKET, PACKET_IGNORE_OUTGOING, &yes, sizeof yes);
}
