// Connections of TCP on this machine. No call blocks, and descriptors are not inherited.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// Listens at a port of 127.0.0.1, or at a free one for 0. Returns the descriptor, or a negative error number.
int clx_tcp_listen(uint16_t port);
/// The port at which a socket listens, or a negative error number.
int clx_tcp_port(int socket);
/// Accepts a connection. Returns its descriptor, or a negative error number, -EAGAIN when there is none.
int clx_tcp_accept(int socket);
/// Sends bytes. Returns how many were taken, or a negative error number, -EAGAIN when there is no room.
long clx_tcp_send(int socket, const uint8_t *bytes, size_t count);
