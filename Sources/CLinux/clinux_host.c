#include "clinux_host.h"
#include "clinux_namespace.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/if_tun.h>
#include <net/if.h>
#include <net/route.h>
#include <netinet/in.h>
#include <sched.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

// An interface this wide never splits a datagram, so each one is one packet. TCP is announced an Ethernet's width.
enum { WIDEST = 65535, TCP_WIDTH = 1500 };

static const char name[] = "tun0";

// /proc/self is the process's first thread, and a namespace belongs to one thread.
static int own_network(void) {
    return open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC);
}

static struct sockaddr address_of(uint32_t host) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(host)};
    struct sockaddr plain;
    memcpy(&plain, &address, sizeof plain);
    return plain;
}

static int set_address(int handle, uint32_t address) {
    struct ifreq request = {0};
    strcpy(request.ifr_name, name);
    request.ifr_addr = address_of(address);
    if (ioctl(handle, SIOCSIFADDR, &request) != 0) return -1;
    request.ifr_netmask = address_of(0xFFFFFFFF);
    return ioctl(handle, SIOCSIFNETMASK, &request);
}

static int bring_up(int handle, uint32_t address) {
    struct ifreq request = {0};
    strcpy(request.ifr_name, name);
    request.ifr_mtu = WIDEST;
    if (ioctl(handle, SIOCSIFMTU, &request) != 0) return -1;
    if (set_address(handle, address) != 0) return -1;
    struct ifreq flags = {0};
    strcpy(flags.ifr_name, name);
    if (ioctl(handle, SIOCGIFFLAGS, &flags) != 0) return -1;
    flags.ifr_flags |= IFF_UP | IFF_RUNNING;
    return ioctl(handle, SIOCSIFFLAGS, &flags);
}

// Sends everything to the interface.
static int add_route(int handle) {
    char device[] = "tun0";
    struct rtentry route = {0};
    route.rt_dst = address_of(0);
    route.rt_genmask = address_of(0);
    route.rt_flags = RTF_UP | RTF_MTU;
    route.rt_mtu = TCP_WIDTH;
    route.rt_dev = device;
    return ioctl(handle, SIOCADDRT, &route) == 0 || errno == EEXIST ? 0 : -1;
}

static int open_device(struct clx_host *host) {
    host->step = CLX_HOST_DEVICE;
    host->device = open("/dev/net/tun", O_RDWR | O_CLOEXEC | O_NONBLOCK);
    if (host->device < 0) return -1;
    host->step = CLX_HOST_INTERFACE;
    struct ifreq request = {0};
    strcpy(request.ifr_name, name);
    request.ifr_flags = IFF_TUN | IFF_NO_PI;
    return ioctl(host->device, TUNSETIFF, &request);
}

static int furnish(struct clx_host *host, int handle, uint32_t address) {
    host->step = CLX_HOST_LOOPBACK;
    if (clx_loopback_up() != 0) return -1;
    if (open_device(host) != 0) return -1;
    host->step = CLX_HOST_ADDRESS;
    if (bring_up(handle, address) != 0) return -1;
    host->step = CLX_HOST_ROUTE;
    return add_route(handle);
}

// In the new namespace.
static int settle(struct clx_host *host, uint32_t address) {
    host->step = CLX_HOST_LOOPBACK;
    int handle = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (handle < 0) return -1;
    int status = furnish(host, handle, address);
    int error = errno;
    close(handle);
    if (status == 0) host->network = own_network();
    errno = status == 0 ? errno : error;
    return host->network < 0 ? -1 : 0;
}

static void give_up(struct clx_host *host) {
    host->error = errno;
    if (host->device >= 0) close(host->device);
    if (host->network >= 0) close(host->network);
    host->device = host->network = -1;
}

struct clx_host clx_host_open(uint32_t address) {
    struct clx_host host = {-1, -1, CLX_HOST_NETWORK, 0};
    int home = own_network();
    if (home < 0 || unshare(CLONE_NEWNET) != 0) {
        give_up(&host);
    } else {
        if (settle(&host, address) != 0) give_up(&host);
        else host.step = CLX_HOST_READY;
        if (setns(home, CLONE_NEWNET) != 0) {
            host.step = CLX_HOST_RETURN;
            give_up(&host);
        }
    }
    if (home >= 0) close(home);
    return host;
}

static int move_here(uint32_t address) {
    int handle = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (handle < 0) return -errno;
    // The kernel removes the routes of an address together with it.
    int status = set_address(handle, address) == 0 && add_route(handle) == 0 ? 0 : -errno;
    close(handle);
    return status;
}

int clx_host_move(int network, uint32_t address) {
    int home = own_network();
    if (home < 0) return -errno;
    int status = setns(network, CLONE_NEWNET) == 0 ? move_here(address) : -errno;
    if (setns(home, CLONE_NEWNET) != 0) status = -errno;
    close(home);
    return status;
}

static int open_socket(uint32_t address, uint32_t peer, uint16_t port) {
    int handle = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (handle < 0) return -errno;
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(address)};
    struct sockaddr_in there = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(peer)};
    if (bind(handle, (struct sockaddr *)&here, sizeof here) == 0 &&
        connect(handle, (struct sockaddr *)&there, sizeof there) == 0)
        return handle;
    int error = errno;
    close(handle);
    return -error;
}

int clx_host_socket(int network, uint32_t address, uint32_t peer, uint16_t port) {
    int home = own_network();
    if (home < 0) return -errno;
    int handle = setns(network, CLONE_NEWNET) == 0 ? open_socket(address, peer, port) : -errno;
    if (setns(home, CLONE_NEWNET) != 0) {
        int error = errno;
        if (handle >= 0) close(handle);
        handle = -error;
    }
    close(home);
    return handle;
}

int clx_host_read(int device, uint8_t *bytes, size_t room) {
    ssize_t count;
    do {
        count = read(device, bytes, room);
    } while (count < 0 && errno == EINTR);
    if (count >= 0) return (int)count;
    return errno == EAGAIN || errno == EWOULDBLOCK ? 0 : -errno;
}

int clx_host_write(int device, const uint8_t *bytes, size_t count) {
    ssize_t written;
    do {
        written = write(device, bytes, count);
    } while (written < 0 && errno == EINTR);
    return written < 0 ? -errno : 0;
}
