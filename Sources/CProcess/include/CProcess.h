// Processes, their signals and their options, for Harness: what glibc declares in ways that Swift 6 cannot use
// (global variables, macros, signal descriptors), behind plain functions.
#ifndef CPROCESS_H
#define CPROCESS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// MARK: Words: the arguments that the calls below work on

/// Forgets all words.
void cpr_words_clear(void);
/// Adds a word. Answers 0 or an error number.
int cpr_words_add(const char *word);
/// The word at an index; NULL behind the last one.
const char *cpr_words_get(int index);

// MARK: Options (getopt_long over the words, of which the first is the program)

enum { CPR_OPTION_END = -1, CPR_OPTION_UNKNOWN = -2, CPR_OPTION_NEEDS_VALUE = -3, CPR_OPTION_NEEDS_NONE = -4 };

/// Forgets the options of the last command line.
void cpr_options_begin(void);
/// Adds an option and answers its index, or -1 when there is no room.
int cpr_options_add(const char *name, int takes_value);
/// Reads the next option: its index, or a constant from above. Operands are moved behind the options.
int cpr_options_next(void);
/// The value of the option that was just read; NULL when it has none.
const char *cpr_options_value(void);
/// After CPR_OPTION_END, the index of the first operand; before, that of the word behind the one being read.
int cpr_options_position(void);

// MARK: Child processes

/// Starts a program with the words in a process group of its own, with /dev/null as its input, `output` as its
/// standard output and error, and `channel` as its descriptor 3. Answers 0 or an error number.
int cpr_spawn(const char *path, int channel, int output, pid_t *pid);
/// Whether the child has ended; if so, kills what is left of its group and stores how it ended.
int cpr_reap(pid_t pid, int *exit_status, int *signal_number);
/// Kills a child with all of its group.
void cpr_kill(pid_t pid);
/// In a child of `parent`: dies with it, leaves no core file, and loses no line that it printed before it dies.
/// Answers 0 when the parent is dead already.
int cpr_become_worker(pid_t parent);

// MARK: Drivers: outside programs that talk on their standard streams

/// Starts a program with the words in a folder ("" for this one); what is written to `input` it reads, what it writes
/// can be read from `output`, and neither end blocks here. It dies with this thread's process, is in its group, and
/// shares its standard error. Answers 0 or an error number.
int cpr_driver_start(const char *folder, pid_t *pid, int *input, int *output);
/// Whether the program has ended; if so, stores how. It must not be asked again then.
int cpr_driver_reap(pid_t pid, int *exit_status, int *signal_number);
/// Waits for the end of a program that has not been found to have ended, for so many milliseconds, and then kills it.
void cpr_driver_discard(pid_t pid, int patience);

// MARK: Signals

/// From here on SIGINT, SIGTERM, SIGHUP and SIGCHLD are read from the descriptor that this answers (-1 on failure).
int cpr_signals_open(void);
/// The next signal that has come, or 0.
int cpr_signals_next(int descriptor);
/// Makes a pipe whose ends children do not inherit and whose first end never blocks. Answers 0 or an error number.
int cpr_pipe(int *reading, int *writing);
/// Makes a channel with two ends for both ways, which children do not inherit and of which the first never blocks.
/// Answers 0 or an error number.
int cpr_channel(int *ours, int *theirs);
/// Sends all bytes through a channel. Answers 0 or an error number; EAGAIN when an end that never blocks has no room.
int cpr_send(int channel, const uint8_t *bytes, size_t count);

// MARK: Files that change (inotify)

/// A descriptor that becomes readable when something that is watched changes; -1 on failure.
int cpr_watch_open(void);
/// Watches a file, or a folder with what lies in it directly. Answers 0, or -1 on failure.
int cpr_watch_add(int descriptor, const char *path);
/// Takes all news that have come.
void cpr_watch_drain(int descriptor);

// MARK: A file that survives its writer

/// Opens the one file of this process that `cpr_record_append` fills. Answers 0 or an error number.
int cpr_record_open(const char *path);
/// Adds bytes; they are in the file at once, also when the process dies just afterwards.
int cpr_record_append(const uint8_t *bytes, size_t count);
/// Cuts the file to what was added. Without this it ends in zero bytes.
int cpr_record_close(void);

// MARK: What a run leaves in its process

/// How many descriptors are open; -1 where the system does not say.
int cpr_open_descriptors(void);
/// How many threads there are; -1 where the system does not say.
int cpr_threads(void);
/// How many bytes of memory are allocated and not freed.
size_t cpr_allocated_bytes(void);

// MARK: The terminal

/// How many columns the terminal behind a descriptor has; 0 when it is no terminal.
int cpr_terminal_width(int descriptor);

#endif
