#include <stddef.h>
#include <stdint.h>

// libFuzzer's loop for programs that have a main function of their own.
int LLVMFuzzerRunDriver(int *count, char ***words, int (*callback)(const uint8_t *bytes, size_t count));
