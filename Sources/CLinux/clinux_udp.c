#include "clinux_udp.h"

#include <arpa/inet.h>
#include <errno.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <netinet/udp.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

// The longest payload over IPv4 is 65,507 bytes. Pages that no datagram reaches are never touched.
enum { LONGEST = 65536 };

// The kernel joins up to this many datagrams.
enum { MOST_JOINED = 64 };

// A datagram within a packet that was received.
struct piece {
    uint16_t packet;
    uint16_t count;
    uint32_t offset;
};

struct clx_udp_batch {
    struct piece pieces[CLX_UDP_BATCH * MOST_JOINED];
    _Alignas(struct cmsghdr) char control[CLX_UDP_BATCH][CMSG_SPACE(sizeof(int))];
    struct mmsghdr messages[CLX_UDP_GATHERED];
    struct iovec parts[CLX_UDP_GATHERED];
    struct sockaddr_in peers[CLX_UDP_GATHERED];
    uint8_t bytes[CLX_UDP_GATHERED][LONGEST];
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
    // Not of the heap, whose growth tells what a run has left behind, and which would write zeros to all of it.
    struct clx_udp_batch *batch =
        mmap(NULL, sizeof *batch, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (batch == MAP_FAILED) return NULL;
    for (int i = 0; i < CLX_UDP_GATHERED; i++) {
        batch->parts[i] = (struct iovec){.iov_base = batch->bytes[i], .iov_len = LONGEST};
        batch->messages[i].msg_hdr =
            (struct msghdr){.msg_name = &batch->peers[i], .msg_iov = &batch->parts[i], .msg_iovlen = 1};
    }
    return batch;
}

void clx_udp_batch_destroy(struct clx_udp_batch *batch) {
    if (batch) munmap(batch, sizeof *batch);
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

static bool is_same_peer(const struct sockaddr_in *one, const struct sockaddr_in *other) {
    return one->sin_addr.s_addr == other->sin_addr.s_addr && one->sin_port == other->sin_port;
}

// True for RTP and RTCP, by the first byte (RFC 7983).
static bool is_media(const struct iovec *part) {
    return part->iov_len > 0 && (*(const uint8_t *)part->iov_base & 0xC0) == 0x80;
}

// Datagrams of a batch in groups that the kernel takes as one packet each.
struct groups {
    struct mmsghdr messages[CLX_UDP_GATHERED];
    struct iovec parts[CLX_UDP_GATHERED];
    _Alignas(struct cmsghdr) char control[CLX_UDP_GATHERED][CMSG_SPACE(sizeof(uint16_t))];
    int count;
};

static void set_segment(struct msghdr *message, char *control, uint16_t length) {
    message->msg_control = control;
    message->msg_controllen = CMSG_SPACE(sizeof length);
    struct cmsghdr *header = CMSG_FIRSTHDR(message);
    header->cmsg_level = SOL_UDP;
    header->cmsg_type = UDP_SEGMENT;
    header->cmsg_len = CMSG_LEN(sizeof length);
    memcpy(CMSG_DATA(header), &length, sizeof length);
}

// Takes the datagram `first` of the batch and those after it that can join it. All but the last have equal lengths.
static int take_group(struct groups *groups, struct clx_udp_batch *batch, int first, int count, bool *taken, int used) {
    size_t length = batch->parts[first].iov_len, sum = 0;
    int begin = used;
    for (int i = first; i < count && used - begin < MOST_JOINED; i++) {
        if (taken[i] || !is_same_peer(&batch->peers[first], &batch->peers[i])) continue;
        size_t next = batch->parts[i].iov_len;
        if (used > begin && (!is_media(&batch->parts[i]) || next > length || sum + next > CLX_UDP_LONGEST)) break;
        taken[i] = true;
        groups->parts[used++] = batch->parts[i];
        sum += next;
        if (next < length || !is_media(&batch->parts[first])) break;
    }
    int place = groups->count++;
    groups->messages[place].msg_hdr = (struct msghdr){
        .msg_name = &batch->peers[first],
        .msg_namelen = sizeof batch->peers[first],
        .msg_iov = &groups->parts[begin],
        .msg_iovlen = (size_t)(used - begin)};
    if (used - begin > 1) set_segment(&groups->messages[place].msg_hdr, groups->control[place], (uint16_t)length);
    return used;
}

// Sends the datagrams of a group one by one, for a network that takes no joined ones. Returns the number of refused ones.
static int send_separately(int socket, const struct msghdr *message) {
    int refused = 0;
    for (size_t i = 0; i < message->msg_iovlen; i++) {
        const struct iovec *part = &message->msg_iov[i];
        if (sendto(socket, part->iov_base, part->iov_len, MSG_NOSIGNAL, message->msg_name, message->msg_namelen) < 0)
            refused++;
    }
    return refused;
}

int clx_udp_send_joined(int socket, struct clx_udp_batch *batch, int count, int *joined) {
    static struct groups groups;
    bool taken[CLX_UDP_GATHERED] = {false};
    int used = 0, refused = 0;
    groups.count = 0;
    for (int i = 0; i < count; i++)
        if (!taken[i]) used = take_group(&groups, batch, i, count, taken, used);
    *joined = count - groups.count;
    for (int next = 0; next < groups.count;) {
        int sent = sendmmsg(socket, groups.messages + next, (unsigned)(groups.count - next), MSG_NOSIGNAL);
        if (sent > 0) {
            next += sent;
        } else if (errno != EINTR) {
            refused += send_separately(socket, &groups.messages[next++].msg_hdr);
        }
    }
    return refused;
}

int clx_udp_take_joined(int socket) {
    int on = 1;
    return setsockopt(socket, SOL_UDP, UDP_GRO, &on, sizeof on) < 0 ? -errno : 0;
}

// The length of all datagrams but the last of a packet; that of the packet when nothing was joined.
static size_t segment_of(struct msghdr *message, size_t count) {
    for (struct cmsghdr *header = CMSG_FIRSTHDR(message); header; header = CMSG_NXTHDR(message, header)) {
        if (header->cmsg_level != SOL_UDP || header->cmsg_type != UDP_GRO) continue;
        int length;
        memcpy(&length, CMSG_DATA(header), sizeof length);
        if (length > 0) return (size_t)length;
    }
    return count;
}

static int separate(struct clx_udp_batch *batch, int packet, int known) {
    size_t count = batch->messages[packet].msg_len;
    size_t length = segment_of(&batch->messages[packet].msg_hdr, count);
    size_t offset = 0;
    do {
        size_t part = count - offset < length ? count - offset : length;
        batch->pieces[known++] =
            (struct piece){.packet = (uint16_t)packet, .count = (uint16_t)part, .offset = (uint32_t)offset};
        offset += part;
    } while (offset < count && known < CLX_UDP_BATCH * MOST_JOINED);
    return known;
}

int clx_udp_receive_joined(int socket, struct clx_udp_batch *batch, int limit, int *packets) {
    for (int i = 0; i < limit; i++) {
        batch->messages[i].msg_hdr.msg_control = batch->control[i];
        batch->messages[i].msg_hdr.msg_controllen = sizeof batch->control[i];
        batch->messages[i].msg_hdr.msg_namelen = sizeof batch->peers[i];
    }
    int count;
    do {
        count = recvmmsg(socket, batch->messages, (unsigned)limit, MSG_DONTWAIT, NULL);
    } while (count < 0 && errno == EINTR);
    int number = errno, pieces = 0;
    *packets = count > 0 ? count : 0;
    for (int i = 0; i < count; i++) pieces = separate(batch, i, pieces);
    for (int i = 0; i < limit; i++) {
        batch->messages[i].msg_hdr.msg_control = NULL;
        batch->messages[i].msg_hdr.msg_controllen = 0;
    }
    if (count < 0) return number == EAGAIN || number == EWOULDBLOCK ? 0 : -number;
    return pieces;
}

struct clx_udp_datagram clx_udp_joined_datagram(const struct clx_udp_batch *batch, int index) {
    const struct piece *piece = &batch->pieces[index];
    return (struct clx_udp_datagram){
        .bytes = batch->bytes[piece->packet] + piece->offset,
        .count = piece->count,
        .host = ntohl(batch->peers[piece->packet].sin_addr.s_addr),
        .port = ntohs(batch->peers[piece->packet].sin_port),
    };
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
