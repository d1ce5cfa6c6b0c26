#include "clinux_input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct clx_input {
    FILE *stream;
    uint64_t delivered;
    int descriptor;
    // The C library ignores the size when it provides the buffer.
    char buffer[1 << 16];
};

static ssize_t read_input(void *cookie, char *bytes, size_t count) {
    struct clx_input *input = cookie;
    ssize_t got;
    do {
        got = read(input->descriptor, bytes, count);
    } while (got < 0 && errno == EINTR);
    if (got > 0)
        input->delivered += (uint64_t)got;
    return got;
}

static int close_input(void *cookie) {
    struct clx_input *input = cookie;
    int status = close(input->descriptor);
    free(input);
    return status;
}

struct clx_input *clx_input_open(const char *path) {
    struct clx_input *input = malloc(sizeof *input);
    if (!input)
        return NULL;
    input->delivered = 0;
    input->descriptor =
        strcmp(path, "-") == 0 ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3) : open(path, O_RDONLY | O_CLOEXEC);
    if (input->descriptor < 0) {
        free(input);
        return NULL;
    }
    cookie_io_functions_t functions = {.read = read_input, .close = close_input};
    input->stream = fopencookie(input, "r", functions);
    if (!input->stream) {
        close_input(input);
        return NULL;
    }
    setvbuf(input->stream, input->buffer, _IOFBF, sizeof input->buffer);
    return input;
}

FILE *clx_input_stream(struct clx_input *input) { return input->stream; }

uint64_t clx_input_position(const struct clx_input *input) {
    return input->delivered - (uint64_t)(input->stream->_IO_read_end - input->stream->_IO_read_ptr);
}
