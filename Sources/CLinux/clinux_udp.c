#include "clinux_udp.h"

#include <arpa/inet.h>
#include <errno.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

// The longest payload over IPv4 is 65,507 bytes. Pages that no datagram reaches are never touched.
enum { LONGEST = 65536 };

struct clx_udp_batch {
    struct mmsghdr messages[CLX_UDP_BATCH];
    struct iovec parts[CLX_UDP_BATCH];
    struct sockaddr_in peers[CLX_UDP_BATCH];
    uint8_t bytes[CLX_UDP_BATCH][LONGEST];
};

static struct sockaddr_in address_of(uint32_t host, uint16_t port) {
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(host)};
    return address;
}

int clx_udp_open(uint32_t host, uint16_t port, int buffer) {
    int descriptor = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0) return -errno;
    // With the capability the buffer exceeds the system's limit; without it the limit applies.
    if (setsockopt(descriptor, SOL_SOCKET, SO_RCVBUFFORCE, &buffer, sizeof buffer) < 0)
        (void)setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &buffer, sizeof buffer);
    // A datagram that may not be fragmented needs no identification, which saves the kernel a fortieth of its cost.
    // RFC 7252 section 4.6 recommends it, too.
    int discovery = IP_PMTUDISC_DO;
    (void)setsockopt(descriptor, IPPROTO_IP, IP_MTU_DISCOVER, &discovery, sizeof discovery);
    struct sockaddr_in address = address_of(host, port);
    if (bind(descriptor, (struct sockaddr *)&address, sizeof address) < 0) {
        int error = errno;
        close(descriptor);
        return -error;
    }
    return descriptor;
}

int clx_udp_raise_limit(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) < 0) return -errno;
    limit.rlim_cur = limit.rlim_max;
    return setrlimit(RLIMIT_NOFILE, &limit) < 0 ? -errno : 0;
}

int clx_udp_port(int socket) {
    struct sockaddr_in address;
    socklen_t length = sizeof address;
    return getsockname(socket, (struct sockaddr *)&address, &length) < 0 ? -errno : ntohs(address.sin_port);
}

int clx_udp_buffer(int socket) {
    int granted = 0;
    socklen_t length = sizeof granted;
    return getsockopt(socket, SOL_SOCKET, SO_RCVBUF, &granted, &length) < 0 ? -errno : granted;
}

int64_t clx_udp_drops(int socket) {
    uint32_t memory[SK_MEMINFO_VARS];
    socklen_t length = sizeof memory;
    if (getsockopt(socket, SOL_SOCKET, SO_MEMINFO, memory, &length) < 0) return -errno;
    if (length <= SK_MEMINFO_DROPS * sizeof memory[0]) return -ENOPROTOOPT;
    return memory[SK_MEMINFO_DROPS];
}

int clx_udp_send(int socket, uint32_t host, uint16_t port, const uint8_t *bytes, size_t count) {
    struct sockaddr_in address = address_of(host, port);
    ssize_t sent;
    do {
        sent = sendto(socket, bytes, count, MSG_NOSIGNAL, (struct sockaddr *)&address, sizeof address);
    } while (sent < 0 && errno == EINTR);
    return sent < 0 ? -errno : 0;
}

struct clx_udp_batch *clx_udp_batch_create(void) {
    struct clx_udp_batch *batch = calloc(1, sizeof *batch);
    if (!batch) return NULL;
    for (int i = 0; i < CLX_UDP_BATCH; i++) {
        batch->parts[i] = (struct iovec){.iov_base = batch->bytes[i], .iov_len = LONGEST};
        batch->messages[i].msg_hdr =
            (struct msghdr){.msg_name = &batch->peers[i], .msg_iov = &batch->parts[i], .msg_iovlen = 1};
    }
    return batch;
}

void clx_udp_batch_destroy(struct clx_udp_batch *batch) {
    free(batch);
}

// Saves a tenth of the cost of a single datagram.
static int receive_one(int socket, struct clx_udp_batch *batch) {
    socklen_t length = sizeof batch->peers[0];
    ssize_t count;
    do {
        count = recvfrom(socket, batch->bytes[0], LONGEST, MSG_DONTWAIT, (struct sockaddr *)&batch->peers[0], &length);
    } while (count < 0 && errno == EINTR);
    if (count < 0) return errno == EAGAIN || errno == EWOULDBLOCK ? 0 : -errno;
    batch->messages[0].msg_len = (unsigned)count;
    return 1;
}

int clx_udp_receive(int socket, struct clx_udp_batch *batch, int limit) {
    int count;
    if (limit == 1) return receive_one(socket, batch);
    for (int i = 0; i < limit; i++) batch->messages[i].msg_hdr.msg_namelen = sizeof batch->peers[i];
    do {
        count = recvmmsg(socket, batch->messages, (unsigned)limit, MSG_DONTWAIT, NULL);
    } while (count < 0 && errno == EINTR);
    if (count < 0) return errno == EAGAIN || errno == EWOULDBLOCK ? 0 : -errno;
    return count;
}

struct clx_udp_datagram clx_udp_datagram(const struct clx_udp_batch *batch, int index) {
    return (struct clx_udp_datagram){
        .bytes = batch->bytes[index],
        .count = batch->messages[index].msg_len,
        .host = ntohl(batch->peers[index].sin_addr.s_addr),
        .port = ntohs(batch->peers[index].sin_port),
    };
}

void clx_udp_batch_put(
    struct clx_udp_batch *batch, int place, uint32_t host, uint16_t port, const uint8_t *bytes, size_t count) {
    if (count > CLX_UDP_LONGEST) count = CLX_UDP_LONGEST;
    if (count > 0) memcpy(batch->bytes[place], bytes, count);
    batch->parts[place].iov_len = count;
    batch->peers[place] = address_of(host, port);
    batch->messages[place].msg_hdr.msg_namelen = sizeof batch->peers[place];
}

// Saves a fifteenth of the cost of a single datagram.
static int send_one(int socket, struct clx_udp_batch *batch) {
    const struct sockaddr *peer = (struct sockaddr *)&batch->peers[0];
    size_t count = batch->parts[0].iov_len;
    return sendto(socket, batch->bytes[0], count, MSG_NOSIGNAL, peer, sizeof batch->peers[0]) < 0 ? -1 : 1;
}

int clx_udp_send_batch(int socket, struct clx_udp_batch *batch, int count) {
    int refused = 0;
    for (int next = 0; next < count;) {
        int sent = count == 1 ? send_one(socket, batch)
                              : sendmmsg(socket, batch->messages + next, (unsigned)(count - next), MSG_NOSIGNAL);
        if (sent > 0) {
            next += sent;
        } else if (errno != EINTR) {
            next++;
            refused++;
        }
    }
    return refused;
}

int clx_udp_trial(int datagrams) {
    const uint32_t host = INADDR_LOOPBACK;
    int late = 0;
    uint8_t byte = 0;
    int receiver = clx_udp_open(host, 0, 65536);
    if (receiver < 0) return receiver;
    int sender = clx_udp_open(host, 0, 65536);
    int port = sender < 0 ? sender : clx_udp_port(receiver);
    for (int i = 0; port >= 0 && i < datagrams; i++) {
        int error = clx_udp_send(sender, host, (uint16_t)port, &byte, 1);
        if (error) port = error;
        else if (recv(receiver, &byte, 1, MSG_DONTWAIT) != 1) late++;
    }
    if (sender >= 0) close(sender);
    close(receiver);
    return port < 0 ? port : late;
}
