// Processes, signals and options for Harness: plain functions over declarations of glibc that Swift 6 cannot import
// (global variables, macros, signal descriptors).
#ifndef CPROCESS_H
#define CPROCESS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// MARK: Words: the arguments that the calls below work on

/// Removes all words.
void cpr_words_clear(void);
/// Adds a word. Returns 0 or an error number.
int cpr_words_add(const char *word);
/// Returns the word at an index, or NULL after the last one.
const char *cpr_words_get(int index);

// MARK: Options (getopt_long over the words, of which the first is the program)

enum { CPR_OPTION_END = -1, CPR_OPTION_UNKNOWN = -2, CPR_OPTION_NEEDS_VALUE = -3, CPR_OPTION_NEEDS_NONE = -4 };

/// Removes the options of the last command line.
void cpr_options_begin(void);
/// Adds an option, which takes no value (0), needs one (1) or may have one (2), and has a short form unless `letter` is 0.
/// Returns its index, or -1 when there is no room.
int cpr_options_add(const char *name, int argument, char letter);
/// Reads the next option. Returns its index or a constant from above. Operands are moved behind the options.
int cpr_options_next(void);
/// The value of the last option, or NULL when it has none.
const char *cpr_options_value(void);
/// After CPR_OPTION_END, the index of the first operand. Before that, the index after the current word.
int cpr_options_position(void);

// MARK: Child processes

/// Starts a program with the words in a new process group. Its input is /dev/null, its output and errors go to
/// `output`, and its descriptor 3 is `channel`. Returns 0 or an error number.
int cpr_spawn(const char *path, int channel, int output, pid_t *pid);
/// Returns true when the child has ended. Then the rest of its group is killed, and its status and its peak of resident
/// bytes are stored.
int cpr_reap(pid_t pid, int *exit_status, int *signal_number, long *peak_bytes);
/// Kills a child and its group.
void cpr_kill(pid_t pid);
/// Prepares a child of `parent`: it dies with the parent, leaves no core file, flushes each line that it prints, and gets
/// no more than `most_bytes` of data unless that is 0. Returns 0 when the parent is dead already.
int cpr_become_worker(pid_t parent, long most_bytes);
/// Writes the profile of a program that was built with `-profile-generate`, because a worker ends without teardown.
/// Does nothing in other programs.
void cpr_write_profile(void);

// MARK: Drivers: outside programs that talk on their standard streams

/// Starts a program with the words in a folder ("" for the current one) and a network namespace (-1 for this one). It
/// reads from `input` and writes to `output`, neither of which blocks in this process. It dies with this thread's
/// process, is in its group, and shares its standard error. Returns 0 or an error number.
int cpr_driver_start(const char *folder, int network, pid_t *pid, int *input, int *output);
/// Returns true when the program has ended, and stores its status. It must not be called again then.
int cpr_driver_reap(pid_t pid, int *exit_status, int *signal_number);
/// Waits `patience` milliseconds for the end of a running program, and then kills it.
void cpr_driver_discard(pid_t pid, int patience);

// MARK: Programs: outside programs with processes and a network of their own

/// Starts a program with the words in a folder and a network namespace (-1 for this one). Its output and errors go to the
/// file `output`. Where the system permits it, the program has process ids of its own; then all of its processes end with
/// it, and with this thread. Returns 0 or an error number.
int cpr_program_start(const char *folder, int network, const char *output, pid_t *pid);
/// Returns true when the program has ended, and stores its status. It must not be called again then.
int cpr_program_reap(pid_t pid, int *exit_status, int *signal_number);
/// Opens a descriptor that is readable once the program has ended, or returns -1.
int cpr_program_watch(pid_t pid);
/// Kills a program with all of its processes, and waits for its end.
void cpr_program_kill(pid_t pid);

// MARK: Signals

/// Directs SIGINT, SIGTERM, SIGHUP, SIGQUIT and SIGCHLD to the returned descriptor, or returns -1.
int cpr_signals_open(void);
/// Returns the next pending signal, or 0.
int cpr_signals_next(int descriptor);
/// Creates a pipe that children do not inherit; its reading end never blocks. Returns 0 or an error number.
int cpr_pipe(int *reading, int *writing);
/// Creates a two-way channel that children do not inherit; its first end never blocks. Returns 0 or an error number.
int cpr_channel(int *ours, int *theirs);
/// Sends all bytes through a channel, and waits where it has no room. Returns 0 or an error number, ETIMEDOUT when the
/// other end reads nothing for 10 s.
int cpr_send(int channel, const uint8_t *bytes, size_t count);

// MARK: Files that change (inotify)

/// Creates a descriptor that is readable when a watched file changes, or returns -1.
int cpr_watch_open(void);
/// Watches a file, or a folder with its direct entries. Returns 0, or -1 on failure.
int cpr_watch_add(int descriptor, const char *path);
/// Reads and discards all pending changes.
void cpr_watch_drain(int descriptor);

// MARK: A file that survives its writer

/// Cuts the process's record file to what was appended. A signal handler may call it.
void cpr_record_cut(void);

/// Opens the process's record file, which `cpr_record_append` fills. Returns 0 or an error number.
int cpr_record_open(const char *path);
/// Appends bytes. They are in the file at once, even if the process dies next.
int cpr_record_append(const uint8_t *bytes, size_t count);
/// Truncates the file to the appended bytes. Without this it ends in zeros.
int cpr_record_close(void);

// MARK: What a run leaves in its process

/// Returns the number of open descriptors, or -1 when it is unknown.
int cpr_open_descriptors(void);
/// Returns the number of threads, or -1 when it is unknown.
int cpr_threads(void);
/// Returns the number of allocated bytes.
size_t cpr_allocated_bytes(void);
/// Returns unused memory of the heap to the system.
void cpr_return_memory(void);
/// Returns the number of resident bytes, or -1 when it is unknown.
long cpr_resident_bytes(void);
/// Runs this process on one core only, the one with that index among those it may use. Returns 0 or an error number.
int cpr_pin(int index);

// MARK: The terminal

/// Returns the number of columns of a terminal, or 0 for any other descriptor.
int cpr_terminal_width(int descriptor);
/// Lets each key that is typed on the standard input be read at once, without an echo. Returns 0, or -1 when the input is
/// no terminal, or is the terminal of a job in the background.
int cpr_keys_open(void);
/// Returns the next key that was typed, or 0.
int cpr_keys_next(void);
/// Restores the terminal as it was before cpr_keys_open.
void cpr_keys_close(void);

#endif
