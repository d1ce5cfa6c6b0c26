#ifndef ROLLCALL_CLINUX_INPUT_H
#define ROLLCALL_CLINUX_INPUT_H

#include <stdint.h>
#include <stdio.h>

/// A stream that counts the bytes read from it, for files that cannot seek, too.
struct clx_input;

/// Opens a file for reading, or the standard input for "-". Returns NULL with errno set on failure.
struct clx_input *clx_input_open(const char *path);
/// The stream. Closing it frees the input.
FILE *clx_input_stream(struct clx_input *input);
/// The number of bytes that were read from the stream.
uint64_t clx_input_position(const struct clx_input *input);

#endif
