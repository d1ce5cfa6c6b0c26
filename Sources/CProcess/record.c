#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// The file is mapped and shared with the kernel: bytes that are copied into it need no system call and survive the
// process.
enum { FIRST_SIZE = 1 << 18, LARGEST_STEP = 1 << 24 };

static struct {
    int descriptor;
    uint8_t *bytes;
    size_t size;
    size_t used;
    int failed;  // The first error, which closing answers.
} record = {.descriptor = -1};

// The space is allocated, not only reserved: a full disk is an error here and not a SIGBUS at the next copy.
static int grow(size_t size) {
    int failed = posix_fallocate(record.descriptor, 0, (off_t)size);
    if (failed) return failed;
    void *bytes = record.bytes == NULL
        ? mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, record.descriptor, 0)
        : mremap(record.bytes, record.size, size, MREMAP_MAYMOVE);
    if (bytes == MAP_FAILED) return errno;
    record.bytes = bytes;
    record.size = size;
    return 0;
}

int cpr_record_open(const char *path) {
    if (record.descriptor >= 0) return EBUSY;
    int descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (descriptor < 0) return errno;
    record.descriptor = descriptor;
    record.bytes = NULL;
    record.size = 0;
    record.used = 0;
    record.failed = 0;
    int failed = grow(FIRST_SIZE);
    if (failed) {
        close(descriptor);
        record.descriptor = -1;
    }
    return failed;
}

int cpr_record_append(const uint8_t *bytes, size_t count) {
    if (record.descriptor < 0) return EBADF;
    while (count > record.size - record.used) {
        if (!record.failed) record.failed = grow(record.size + (record.size < LARGEST_STEP ? record.size : LARGEST_STEP));
        if (record.failed) return record.failed;
    }
    memcpy(record.bytes + record.used, bytes, count);
    record.used += count;
    return 0;
}

void cpr_record_cut(void) {
    if (record.descriptor < 0) return;
    // Nothing can be done about an error: the process ends.
    if (ftruncate(record.descriptor, (off_t)record.used) != 0) return;
}

int cpr_record_close(void) {
    if (record.descriptor < 0) return EBADF;
    int failed = record.failed;
    if (ftruncate(record.descriptor, (off_t)record.used) != 0 && !failed) failed = errno;
    munmap(record.bytes, record.size);
    close(record.descriptor);
    record.descriptor = -1;
    return failed;
}
