#include "CProcess.h"

#include <dirent.h>
#include <malloc.h>
#include <sys/stat.h>

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
