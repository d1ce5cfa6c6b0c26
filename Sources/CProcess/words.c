#include "words.h"
#include "CProcess.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static char **words;
static int word_count, word_room;
static char *no_words[] = {NULL};

void cpr_words_clear(void) {
    for (int i = 0; i < word_count; i++) free(words[i]);
    word_count = 0;
    if (words != NULL) words[0] = NULL;
}

int cpr_words_add(const char *word) {
    if (word_count + 1 >= word_room) {
        int room = word_room == 0 ? 32 : word_room * 2;
        char **larger = reallocarray(words, (size_t)room, sizeof *words);
        if (larger == NULL) return ENOMEM;
        words = larger;
        word_room = room;
    }
    char *copy = strdup(word);
    if (copy == NULL) return ENOMEM;
    words[word_count++] = copy;
    words[word_count] = NULL;
    return 0;
}

const char *cpr_words_get(int index) {
    return index >= 0 && index < word_count ? words[index] : NULL;
}

char *const *cpr_words_vector(void) { return words == NULL ? no_words : words; }

int cpr_words_count(void) { return word_count; }
