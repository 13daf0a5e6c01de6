#ifndef QIX_PROCESS_H
#define QIX_PROCESS_H

// What the kernel offers a process through functions of variable arguments, GNU declarations and addresses of sockets,
// which Swift doesn't take well from the headers. All return 0 or a descriptor, or -1 with errno.

#include <sys/types.h>

// No core dumps and no reading of this process's memory by others of the same user (PR_SET_DUMPABLE, prctl(2)).
int qix_forbid_dumps(void);

// What the process is called in lists; 15 bytes at the most (PR_SET_NAME).
int qix_name_process(const char *name);

// Closes all descriptors from a number on.
int qix_close_from(int first);

// A socket of packets (AF_UNIX, SOCK_SEQPACKET), bound to a name in an open folder, for its owner only; to be listened
// on. The path of the folder may be longer than the 108 bytes that an address holds.
int qix_socket_at(int folder, const char *name);

// Connects to such a socket. Connecting, sending and receiving wait so long and no longer.
int qix_connect_at(int folder, const char *name, int seconds);

// Who is at the other end of a connected AF_UNIX socket, or called listen() on it (SO_PEERCRED, unix(7)).
int qix_peer(int descriptor, uid_t *user, pid_t *process);

// An open file that has no name and is in no folder (memfd_create(2)). It is inherited by what this process executes.
int qix_nameless_file(const char *label);

// The same, not inherited.
int qix_memory_file(const char *label);

// From now on nobody can change its content.
int qix_seal(int descriptor);

// Looks a program up in PATH and becomes it (execvpe). Returns only when that fails.
int qix_execute(const char *file, char *const arguments[], char *const environment[]);

#endif
