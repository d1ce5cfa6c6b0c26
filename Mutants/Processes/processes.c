#include "CMutantProcesses.h"

#include <CMutants.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static struct mutant_progress *progress;

static void *shared_memory(size_t size) {
    void *memory = mmap(0, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? 0 : memory;
}

int mutants_begin(void) {
    uint8_t *reached = shared_memory(MUTANTS_MOST);
    progress = shared_memory(sizeof *progress);
    int null = open("/dev/null", O_RDWR | O_CLOEXEC), answers = fcntl(1, F_DUPFD_CLOEXEC, 3);
    if (!reached || !progress || null < 0 || answers < 0) return -1;
    memcpy(reached, mutant_reached, MUTANTS_MOST);
    mutant_reached = reached;
    dup2(null, 1);
    dup2(null, 2);
    close(null);
    struct rlimit no_core = {0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    return answers;
}

struct mutant_progress *mutants_progress(void) { return progress; }

void mutants_switch_on(int32_t id) {
    if (id > 0 && id < MUTANTS_MOST) mutant_on[id] = 1;
}

int mutants_was_reached(int32_t id) { return id > 0 && id < MUTANTS_MOST && mutant_reached[id]; }

void mutants_forget_reached(void) { memset(mutant_reached, 0, MUTANTS_MOST); }

int32_t mutants_reached_after(int32_t id) {
    while (++id < MUTANTS_MOST) {
        if (mutant_reached[id]) return id;
    }
    return 0;
}

int32_t mutants_fork(void) {
    pid_t process = fork();
    if (process != 0) return process;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    // An address space beyond this is a loop that allocates.
    struct rlimit memory = {(rlim_t)2 << 30, (rlim_t)2 << 30};
    setrlimit(RLIMIT_AS, &memory);
    return 0;
}

static void alarm_after(int clock, double seconds) {
    struct itimerval value = {{0, 0}, {(time_t)seconds, (suseconds_t)((seconds - (time_t)seconds) * 1e6)}};
    setitimer(clock, &value, 0);
}

void mutants_limit(double seconds) {
    alarm_after(ITIMER_PROF, seconds);
    // A run waits for nothing: its time is virtual. So one that takes long without a processor has lost a wake-up.
    alarm_after(ITIMER_REAL, seconds * 2 + 1);
}

int mutants_wait(int32_t process) {
    int status = 0;
    if (waitpid(process, &status, 0) != process) return -1;
    if (WIFSIGNALED(status)) return WTERMSIG(status);
    return WEXITSTATUS(status) == 0 ? 0 : -1;
}

double mutants_children_seconds(void) {
    struct rusage used;
    getrusage(RUSAGE_CHILDREN, &used);
    return used.ru_utime.tv_sec + used.ru_stime.tv_sec + (used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
}
