#ifndef CPROCESS_WORDS_H
#define CPROCESS_WORDS_H

/// Returns the words as an argument vector that ends with NULL.
char *const *cpr_words_vector(void);
int cpr_words_count(void);

#endif
