#include "CMutants.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static uint8_t nowhere[MUTANTS_MOST];
uint8_t mutant_on[MUTANTS_MOST];
uint8_t *mutant_reached = nowhere;

// A program that is started for mutants finds them in its environment, and the file for the places that it reaches.
__attribute__((constructor)) static void read_environment(void) {
    const char *on = getenv("ROLLCALL_MUTANT"), *path = getenv("ROLLCALL_MUTANTS_REACHED");
    for (; on && *on; on += strcspn(on, ","), on += *on == ',') {
        int id = atoi(on);
        if (id > 0 && id < MUTANTS_MOST) mutant_on[id] = 1;
    }
    if (!path) return;
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (file < 0) return;
    void *shared = MAP_FAILED;
    if (ftruncate(file, MUTANTS_MOST) == 0) {
        shared = mmap(0, MUTANTS_MOST, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    }
    if (shared != MAP_FAILED) mutant_reached = shared;
    close(file);
}
