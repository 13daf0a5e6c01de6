#define _GNU_SOURCE
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

int qix_forbid_dumps(void) {
  const struct rlimit none = {0, 0};
  // The limit also holds for what this process starts; the flag ends with exec.
  if (setrlimit(RLIMIT_CORE, &none) != 0) return -1;
  return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

int qix_name_process(const char *name) { return prctl(PR_SET_NAME, name, 0, 0, 0); }

int qix_close_from(int first) {
  closefrom(first);
  return 0;
}

// The folder by its descriptor: short, and the same folder whatever happens to its path.
static int address(int folder, const char *name, struct sockaddr_un *address) {
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  int count = snprintf(address->sun_path, sizeof address->sun_path, "/proc/self/fd/%d/%s", folder, name);
  if (count > 0 && (size_t)count < sizeof address->sun_path) return 0;
  errno = ENAMETOOLONG;
  return -1;
}

static int close_failed(int descriptor) {
  int reason = errno;
  close(descriptor);
  errno = reason;
  return -1;
}

int qix_socket_at(int folder, const char *name) {
  struct sockaddr_un at;
  if (address(folder, name, &at) != 0) return -1;
  int made = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (made < 0) return -1;
  // The file that bind() makes has the mode of the socket, without a moment in which it is another (Linux).
  if (fchmod(made, 0600) != 0 || bind(made, (struct sockaddr *)&at, sizeof at) != 0) return close_failed(made);
  return made;
}

int qix_connect_at(int folder, const char *name, int seconds) {
  struct sockaddr_un at;
  if (address(folder, name, &at) != 0) return -1;
  int made = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
  if (made < 0) return -1;
  const struct timeval patience = {seconds, 0};
  if (setsockopt(made, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience) != 0 ||
      setsockopt(made, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience) != 0 ||
      connect(made, (struct sockaddr *)&at, sizeof at) != 0) {
    return close_failed(made);
  }
  return made;
}

int qix_peer(int descriptor, uid_t *user, pid_t *process) {
  struct ucred peer;
  socklen_t size = sizeof peer;
  if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return -1;
  *user = peer.uid;
  *process = peer.pid;
  return 0;
}

int qix_nameless_file(const char *label) { return memfd_create(label, MFD_ALLOW_SEALING); }

int qix_seal(int descriptor) {
  return fcntl(descriptor, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE);
}

int qix_execute(const char *file, char *const arguments[], char *const environment[]) {
  return execvpe(file, arguments, environment);
}

int qix_memory_file(const char *label) { return memfd_create(label, MFD_ALLOW_SEALING | MFD_CLOEXEC); }
