#ifndef CPROCESS_APART_H
#define CPROCESS_APART_H

#include <sys/types.h>

/// Forks a child with process ids of its own, of which it is the first; one without them where the system refuses.
pid_t cpr_fork_apart(void);
/// Forks in a child, without the handlers of `fork`, which may take locks of other threads.
pid_t cpr_fork_in_child(void);
/// Waits for a program and for everything that it leaves behind, and ends this process with the program's status. The
/// kernel ends the other processes of the namespace with this one.
_Noreturn void cpr_keep(pid_t program);
/// Stores the exit status or the signal in a status of `waitpid`, also of a process that kept another one.
void cpr_read_end(int status, int *exit_status, int *signal_number);

#endif
