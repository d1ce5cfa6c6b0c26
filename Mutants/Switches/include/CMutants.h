// The switches of the mutants. Each notes that it was reached.
#pragma once
#include <stdbool.h>
#include <stdint.h>

enum {
    // The most mutants of one build.
    MUTANTS_MOST = 1 << 17,
};

// One byte for each mutant: 1 when it is on.
extern uint8_t mutant_on[MUTANTS_MOST];
// One byte for each mutant: 1 when its place was reached.
extern uint8_t *mutant_reached;

static inline bool mutant_is(int32_t id) {
    mutant_reached[id] = 1;
    return mutant_on[id];
}
