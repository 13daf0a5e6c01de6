#ifndef QIX_MATHEMATICS_H
#define QIX_MATHEMATICS_H

// Loads glibc's library of mathematics, for who can't do it later.
void qix_load_mathematics(void);

#endif
