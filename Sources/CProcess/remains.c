#include "CProcess.h"

#include <dirent.h>
#include <errno.h>
#include <malloc.h>
#include <sched.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int cpr_open_descriptors(void) {
    DIR *folder = opendir("/proc/self/fd");
    if (folder == NULL) return -1;
    int entries = 0;
    while (readdir(folder) != NULL) entries++;
    closedir(folder);
    return entries - 3;  // Without the entries for the folder and its parent, and the descriptor of the folder.
}

int cpr_threads(void) {
    struct stat tasks;
    // Each thread is a subfolder; the folder itself and its parent count, too.
    return stat("/proc/self/task", &tasks) == 0 ? (int)tasks.st_nlink - 2 : -1;
}

size_t cpr_allocated_bytes(void) {
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

long cpr_resident_bytes(void) {
    FILE *file = fopen("/proc/self/statm", "re");
    if (file == NULL) return -1;
    long all, resident;
    int found = fscanf(file, "%ld %ld", &all, &resident);
    fclose(file);
    return found == 2 ? resident * sysconf(_SC_PAGESIZE) : -1;
}

int cpr_pin(int index) {
    cpu_set_t allowed, one;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return errno;
    int left = CPU_COUNT(&allowed) > 0 ? index % CPU_COUNT(&allowed) : -1;
    for (int core = 0; core < CPU_SETSIZE; core++) {
        if (!CPU_ISSET(core, &allowed) || left-- > 0) continue;
        CPU_ZERO(&one);
        CPU_SET(core, &one);
        return sched_setaffinity(0, sizeof one, &one) == 0 ? 0 : errno;
    }
    return ENODEV;
}

void cpr_return_memory(void) {
    malloc_trim(0);
}
