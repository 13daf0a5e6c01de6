#ifndef QIX_SQLITE_ARENA_H
#define QIX_SQLITE_ARENA_H

// The memory that SQLite takes first, on the thread that calls this, comes off one piece; what follows, and what other
// threads take, from the system as ever. Reading the schema takes ten thousand small pieces that stay until the process
// ends, and cutting one off costs a tenth of what malloc takes for it (docs/decisions/0020-start-up.md).
//
// To be called once, before SQLite is used. Returns SQLite's code; where there is no room SQLite's own way stays.
int qix_sqlite_arena(void);

#endif
