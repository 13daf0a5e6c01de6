#define _GNU_SOURCE
#include "process.h"

#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>

int qix_forbid_dumps(void) {
  const struct rlimit none = {0, 0};
  // The limit also holds for what this process starts; the flag ends with exec.
  if (setrlimit(RLIMIT_CORE, &none) != 0) return -1;
  return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

int qix_peer(int descriptor, uid_t *user, pid_t *process) {
  struct ucred peer;
  socklen_t size = sizeof peer;
  if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return -1;
  *user = peer.uid;
  *process = peer.pid;
  return 0;
}
