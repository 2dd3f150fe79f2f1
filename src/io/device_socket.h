// Sockets of devices: opened while waiting is allowed, then never waited for.
#ifndef REEVE_IO_DEVICE_SOCKET_H
#define REEVE_IO_DEVICE_SOCKET_H

#include "core/error.h"

#include <stddef.h>
#include <stdint.h>

// in host order; false: no IPv4 address in four decimal numbers
bool rv_socket_address(const char* text, uint32_t* address);

// A socket for datagrams at an address; -1: the sentence says why. `port` 0 becomes what it got.
int rv_socket_bind(uint32_t address, int* port, rv_error_text* error);

// A connection, or -1 and the sentence; gives up at `deadline`. Its reads and writes never wait.
int rv_socket_connect(uint32_t address, int port, double deadline, rv_error_text* error);

// Waits until it can be read or the deadline has come; false: nothing has come.
bool rv_socket_wait(int socket, double deadline);

// bytes taken; 0: there are none now; -1: the connection is gone
long rv_socket_receive(int socket, void* bytes, size_t count);
// bytes given; 0: there is no room now; -1: the connection is gone
long rv_socket_send(int socket, const void* bytes, size_t count);

// a time that never goes back [s]
double rv_socket_clock(void);

#endif
