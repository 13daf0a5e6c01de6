#ifndef QIX_PROCESS_H
#define QIX_PROCESS_H

// What the kernel offers a process through functions of variable arguments and GNU structures, which Swift doesn't
// take from the headers.

#include <sys/types.h>

// No core dumps and no reading of this process's memory by others of the same user (PR_SET_DUMPABLE, prctl(2)).
// 0, or -1 with errno.
int qix_forbid_dumps(void);

// Who is at the other end of a connected AF_UNIX socket (SO_PEERCRED, unix(7)). 0, or -1 with errno.
int qix_peer(int descriptor, uid_t *user, pid_t *process);

#endif
