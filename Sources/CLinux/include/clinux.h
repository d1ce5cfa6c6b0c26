#ifndef ROLLCALL_CLINUX_H
#define ROLLCALL_CLINUX_H

// One header per concern, named for the interface that it wraps.

#include "clinux_capture.h"
#include "clinux_clock.h"
#include "clinux_host.h"
#include "clinux_input.h"
#include "clinux_namespace.h"
#include "clinux_poll.h"
#include "clinux_tcp.h"
#include "clinux_udp.h"

#endif
