#ifndef ROLLCALL_CLINUX_NAMESPACE_H
#define ROLLCALL_CLINUX_NAMESPACE_H

#include <stdbool.h>

// A network namespace for the process, with its loopback interface up.

// The failed step, in the order of execution.
enum clx_network_step {
    CLX_NETWORK_READY = 0,
    CLX_NETWORK_THREADS = 1,        // the process has more than one thread
    CLX_NETWORK_TRIAL = 2,          // the trial process could not be run
    CLX_NETWORK_USER_NAMESPACE = 3, // unshare(CLONE_NEWUSER)
    CLX_NETWORK_IDENTITY = 4,       // uid_map, setgroups, gid_map
    CLX_NETWORK_NAMESPACE = 5,      // unshare(CLONE_NEWNET)
    CLX_NETWORK_LOOPBACK = 6,       // lo up
};

struct clx_network_result {
    int step;  // one of clx_network_step
    int error; // errno of that step
};

// Enters a new network namespace, inside a new user namespace when the process lacks the privilege. The process keeps
// its user and group ids. On failure it keeps its network.
struct clx_network_result clx_own_network(void);

// Brings the loopback interface of the thread's network up. Returns 0, or -1 with errno set.
int clx_loopback_up(void);

// Returns true when a child of this process could do so. The process itself keeps its network.
bool clx_networks_are_available(void);

#endif
