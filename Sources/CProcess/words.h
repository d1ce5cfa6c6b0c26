#ifndef CPROCESS_WORDS_H
#define CPROCESS_WORDS_H

/// The words as an argument vector, with NULL behind the last one.
char *const *cpr_words_vector(void);
int cpr_words_count(void);

#endif
