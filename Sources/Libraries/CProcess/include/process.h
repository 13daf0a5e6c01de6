#ifndef QIX_PROCESS_H
#define QIX_PROCESS_H

// Calls of the kernel that Swift can't import well from the headers: variadic functions, GNU declarations, addresses
// of sockets. All return 0 or a descriptor, or -1 with errno.

#include <stdint.h>
#include <sys/types.h>

// No core dumps and no reading of this process's memory by others of the same user (PR_SET_DUMPABLE, prctl(2)).
int qix_forbid_dumps(void);

// Sets the process's name in lists; 15 bytes at the most (PR_SET_NAME).
int qix_name_process(const char *name);

// Closes all descriptors from a number on.
int qix_close_from(int first);

// A socket of packets (AF_UNIX, SOCK_SEQPACKET), bound to a name in an open folder, for its owner only; to be listened
// on. The path of the folder may be longer than the 108 bytes that an address holds.
int qix_socket_at(int folder, const char *name);

// Connects to such a socket. Connecting, sending and receiving wait so long and no longer.
int qix_connect_at(int folder, const char *name, int seconds);

// Returns who is at the other end of a connected AF_UNIX socket, or called listen() on it (SO_PEERCRED, unix(7)).
int qix_peer(int descriptor, uid_t *user, pid_t *process);

// An open file that has no name and is in no folder (memfd_create(2)). It is inherited by what this process executes.
int qix_nameless_file(const char *label);

// An open file in memory that is not inherited.
int qix_memory_file(const char *label);

// Seals it: from now on its content can't be changed.
int qix_seal(int descriptor);

// The rights that qix_confine leaves besides reading open files, answering, and memory.
enum { QIX_THREADS = 1, QIX_MACHINE_CODE = 2 };

// A file that may be opened again, for reading, by exactly this path, when this process is confined: it stays open until
// then. 0, or -1 where it can't be opened or there are 64 already.
int qix_keep_file(const char *path);

// Gives up rights for the rest of this process's life, in all of its threads: memory that can be written to, processor
// time and files are limited, descriptors from a number on are closed, and system calls other than those that working on
// an open file takes fail with EPERM (seccomp, on x86-64 and ARM64). 0 when all of it holds.
int qix_confine(int64_t memory_bytes, int64_t processor_seconds, int descriptors, int rights);

// Ends this process after so many seconds (SIGALRM); 0 for never.
int qix_alarm(int64_t seconds);

// Both ends of a pipe, reading first; neither is inherited by what this process executes.
int qix_pipe(int ends[2]);

// From now on the kernel ends this process (SIGKILL) when the last writer of a pipe has gone, however that ends, and
// whatever this process is at. The pipe is one that nothing is ever written to. -1 where all have gone already, too.
int qix_end_with(int reading_end);

// Sends bytes over a connected socket, with a descriptor beside the first of them where it is 0 or more. How many were
// sent.
ssize_t qix_send_with(int channel, const void *bytes, size_t size, int descriptor);

// Receives bytes, and a descriptor where one came beside them, else -1. How many; 0 where the other end has gone.
ssize_t qix_receive_with(int channel, void *bytes, size_t size, int *descriptor);

// Looks a program up in PATH and becomes it (execvpe). Returns only when that fails.
int qix_execute(const char *file, char *const arguments[], char *const environment[]);

#endif
