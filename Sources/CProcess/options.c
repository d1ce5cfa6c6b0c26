#include "CProcess.h"
#include "words.h"

#include <getopt.h>
#include <string.h>

enum { MOST_OPTIONS = 63 };

static struct option options[MOST_OPTIONS + 1];
static int option_count;
static char letters[3 * MOST_OPTIONS + 2];  // What getopt_long reads: a colon, then each letter with its own colons.
static int option_of_letter[128];

void cpr_options_begin(void) {
    strcpy(letters, ":");
    memset(options, 0, sizeof options);
    option_count = 0;
    opterr = 0;
    optind = 0;  // 0, not 1, makes glibc forget the last command line.
}

static void add_letter(char letter, int argument) {
    if (letter <= 0) return;
    size_t end = strlen(letters);
    letters[end++] = letter;
    if (argument == required_argument) letters[end++] = ':';
    letters[end] = 0;
    option_of_letter[(int)letter] = option_count;
}

int cpr_options_add(const char *name, int argument, char letter) {
    if (option_count >= MOST_OPTIONS) return -1;
    char *copy = strdup(name);  // Kept for the life of the process, as the table is.
    if (copy == NULL) return -1;
    options[option_count] = (struct option){copy, argument, NULL, 256 + option_count};
    add_letter(letter, argument);
    return option_count++;
}

int cpr_options_next(void) {
    optarg = NULL;
    int read = getopt_long(cpr_words_count(), cpr_words_vector(), letters, options, NULL);
    if (read == -1) return CPR_OPTION_END;
    if (read == ':') return CPR_OPTION_NEEDS_VALUE;
    if (read == '?') return optopt >= 256 ? CPR_OPTION_NEEDS_NONE : CPR_OPTION_UNKNOWN;
    return read < 128 ? option_of_letter[read] : read - 256;
}

const char *cpr_options_value(void) { return optarg; }

int cpr_options_position(void) { return optind; }
