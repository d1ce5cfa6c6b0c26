#include "clinux_tcp.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

int clx_tcp_listen(uint16_t port) {
    int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0) return -errno;
    int yes = 1;
    (void)setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    if (bind(descriptor, (struct sockaddr *)&address, sizeof address) < 0 || listen(descriptor, 64) < 0) {
        int number = errno;
        close(descriptor);
        return -number;
    }
    return descriptor;
}

int clx_tcp_port(int socket) {
    struct sockaddr_in address;
    socklen_t length = sizeof address;
    if (getsockname(socket, (struct sockaddr *)&address, &length) < 0) return -errno;
    return ntohs(address.sin_port);
}

int clx_tcp_accept(int socket) {
    int descriptor = accept4(socket, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (descriptor < 0) return -errno;
    int yes = 1;
    (void)setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    return descriptor;
}

long clx_tcp_send(int socket, const uint8_t *bytes, size_t count) {
    ssize_t sent = send(socket, bytes, count, MSG_NOSIGNAL);
    return sent < 0 ? -errno : sent;
}
