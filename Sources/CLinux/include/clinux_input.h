#ifndef ROLLCALL_CLINUX_INPUT_H
#define ROLLCALL_CLINUX_INPUT_H

#include <stdint.h>
#include <stdio.h>

/// A stream that knows how far it was read, also where the file cannot seek.
struct clx_input;

/// Opens a file for reading, or the standard input for "-". NULL, with the reason in errno, when that fails.
struct clx_input *clx_input_open(const char *path);
/// The stream; closing it frees the input.
FILE *clx_input_stream(struct clx_input *input);
/// How many bytes were taken out of the stream.
uint64_t clx_input_position(const struct clx_input *input);

#endif
