#include "CProcess.h"

#include <sys/inotify.h>
#include <unistd.h>

int cpr_watch_open(void) { return inotify_init1(IN_CLOEXEC | IN_NONBLOCK); }

int cpr_watch_add(int descriptor, const char *path) {
    const uint32_t changes = IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_MOVE_SELF;
    return inotify_add_watch(descriptor, path, changes | IN_ATTRIB) < 0 ? -1 : 0;
}

void cpr_watch_drain(int descriptor) {
    char events[4096];
    while (read(descriptor, events, sizeof events) > 0) continue;
}
