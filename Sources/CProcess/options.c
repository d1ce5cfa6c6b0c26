#include "CProcess.h"
#include "words.h"

#include <getopt.h>
#include <string.h>

enum { MOST_OPTIONS = 63 };

static struct option options[MOST_OPTIONS + 1];
static int option_count;

void cpr_options_begin(void) {
    memset(options, 0, sizeof options);
    option_count = 0;
    opterr = 0;
    optind = 0;  // 0, not 1, makes glibc forget the last command line.
}

int cpr_options_add(const char *name, int takes_value) {
    if (option_count >= MOST_OPTIONS) return -1;
    char *copy = strdup(name);  // Kept for the life of the process, as the table is.
    if (copy == NULL) return -1;
    options[option_count] = (struct option){copy, takes_value ? required_argument : no_argument, NULL, 256 + option_count};
    return option_count++;
}

int cpr_options_next(void) {
    optarg = NULL;
    int read = getopt_long(cpr_words_count(), cpr_words_vector(), ":h", options, NULL);
    if (read == -1) return CPR_OPTION_END;
    if (read == ':') return CPR_OPTION_NEEDS_VALUE;
    if (read == 'h') {
        for (int i = 0; i < option_count; i++)
            if (strcmp(options[i].name, "help") == 0) return i;
        return CPR_OPTION_UNKNOWN;
    }
    if (read == '?') return optopt >= 256 ? CPR_OPTION_NEEDS_NONE : CPR_OPTION_UNKNOWN;
    return read - 256;
}

const char *cpr_options_value(void) { return optarg; }

int cpr_options_position(void) { return optind; }
