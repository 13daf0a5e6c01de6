#define _GNU_SOURCE
#include "mathematics.h"
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>

// --- Limits -----------------------------------------------------------------------------------------------------------

static int limit(int resource, int64_t value) {
  const struct rlimit both = {(rlim_t)value, (rlim_t)value};
  return setrlimit(resource, &both);
}

// Bytes of addresses that this process has now, proc(5).
static int64_t address_space(void) {
  long pages = 0;
  FILE *file = fopen("/proc/self/statm", "re");
  if (file == NULL) return -1;
  const int count = fscanf(file, "%ld", &pages);
  fclose(file);
  return count == 1 ? (int64_t)pages * sysconf(_SC_PAGESIZE) : -1;
}

// --- Files that may be opened again -----------------------------------------------------------------------------------

static struct {
  char path[256];
  int descriptor;
} kept[64];
static int kept_count;

int qix_keep_file(const char *path) {
  for (int index = 0; index < kept_count; index++) {
    if (strcmp(kept[index].path, path) == 0) return 0;
  }
  if (kept_count == sizeof kept / sizeof *kept || strlen(path) >= sizeof kept->path) return -1;
  const int opened = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
  if (opened < 0) return -1;
  strcpy(kept[kept_count].path, path);
  kept[kept_count++].descriptor = opened;
  return 0;
}

// Gives them the numbers from `first` on, and closes all others.
static int order_kept(int first) {
  for (int index = 0; index < kept_count; index++) {
    const int high = fcntl(kept[index].descriptor, F_DUPFD_CLOEXEC, first + 64 + kept_count);
    if (high < 0) return -1;
    close(kept[index].descriptor);
    kept[index].descriptor = high;
  }
  for (int index = 0; index < kept_count; index++) {
    if (dup3(kept[index].descriptor, first + index, O_CLOEXEC) < 0) return -1;
    kept[index].descriptor = first + index;
  }
  closefrom(first + kept_count);
  return 0;
}

#if defined(__x86_64__)
#define QIX_REGISTER(context, index) ((context)->uc_mcontext.gregs[(const int[]){REG_RDI, REG_RSI, REG_RDX}[index]])
#define QIX_RESULT(context) ((context)->uc_mcontext.gregs[REG_RAX])
#elif defined(__aarch64__)
#define QIX_REGISTER(context, index) ((context)->uc_mcontext.regs[index])
#define QIX_RESULT(context) ((context)->uc_mcontext.regs[0])
#endif

#if defined(QIX_RESULT)
// In the place of openat(2), which the filter sends here: a copy of what is open already, or EPERM.
static void open_again(int signal, siginfo_t *information, void *opaque) {
  (void)signal, (void)information;
  ucontext_t *context = opaque;
  const char *path = (const char *)QIX_REGISTER(context, 1);
  const int saved = errno;
  long result = -EPERM;
  if ((QIX_REGISTER(context, 2) & (O_ACCMODE | O_DIRECTORY)) == O_RDONLY && path != NULL) {
    for (int index = 0; index < kept_count && result < 0; index++) {
      if (strcmp(kept[index].path, path) != 0) continue;
      const int copy = dup(kept[index].descriptor);
      // A file that was opened begins at its beginning.
      if (copy >= 0 && lseek(copy, 0, SEEK_SET) == 0) result = copy;
    }
  }
  QIX_RESULT(context) = result;
  errno = saved;
}
#endif

// --- The filter of system calls, seccomp(2) -----------------------------------------------------------------------------

#if defined(__x86_64__)
#define QIX_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define QIX_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#if defined(QIX_ARCHITECTURE)
#define QIX_LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (field))
#define QIX_RETURN(what) BPF_STMT(BPF_RET | BPF_K, (what))
#define QIX_ALLOW(call) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (call), 0, 1), QIX_RETURN(SECCOMP_RET_ALLOW)
// The low half of an argument; both architectures are little-endian.
#define QIX_ARGUMENT(index) offsetof(struct seccomp_data, args[index])
// Allowed where none of the bits is set in an argument, refused where one is.
#define QIX_ALLOW_WITHOUT(call, index, bits) \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (call), 0, 4), QIX_LOAD(QIX_ARGUMENT(index)), \
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (bits), 1, 0), QIX_RETURN(SECCOMP_RET_ALLOW), \
      QIX_RETURN(SECCOMP_RET_ERRNO | EPERM)
#define QIX_ALLOW_WITH(call, index, bits) \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (call), 0, 4), QIX_LOAD(QIX_ARGUMENT(index)), \
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (bits), 0, 1), QIX_RETURN(SECCOMP_RET_ALLOW), \
      QIX_RETURN(SECCOMP_RET_ERRNO | EPERM)

// A forbidden call fails with EPERM rather than ending the process, so that a library that tries to open something
// gets an answer, and the caller a reason.
static int filter_calls(int rights) {
  struct sock_filter rules[128];
  size_t count = 0;
#define QIX_ADD(...) \
  do { \
    const struct sock_filter added[] = {__VA_ARGS__}; \
    memcpy(rules + count, added, sizeof added); \
    count += sizeof added / sizeof *added; \
  } while (0)
  QIX_ADD(QIX_LOAD(offsetof(struct seccomp_data, arch)), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, QIX_ARCHITECTURE, 1, 0),
          QIX_RETURN(SECCOMP_RET_KILL_PROCESS), QIX_LOAD(offsetof(struct seccomp_data, nr)));
  // The file, and answering.
  QIX_ADD(QIX_ALLOW(__NR_read), QIX_ALLOW(__NR_pread64), QIX_ALLOW(__NR_lseek), QIX_ALLOW(__NR_fstat),
          QIX_ALLOW(__NR_newfstatat), QIX_ALLOW(__NR_recvmsg), QIX_ALLOW(__NR_write), QIX_ALLOW(__NR_close));
  if (kept_count > 0) {
    const struct sigaction action = {.sa_sigaction = open_again, .sa_flags = SA_SIGINFO | SA_NODEFER};
    if (sigaction(SIGSYS, &action, NULL) != 0) return -1;
    QIX_ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_openat, 0, 1), QIX_RETURN(SECCOMP_RET_TRAP), QIX_ALLOW(__NR_dup));
  }
  // Memory: private, and none that is executed; madvise and the like only give back.
  const int executable = (rights & QIX_MACHINE_CODE) != 0 ? 0 : PROT_EXEC;
  QIX_ADD(QIX_ALLOW(__NR_brk), QIX_ALLOW(__NR_munmap), QIX_ALLOW(__NR_mremap), QIX_ALLOW(__NR_madvise),
          QIX_ALLOW_WITHOUT(__NR_mprotect, 2, executable));
  // mmap has two arguments to be looked at.
  QIX_ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_mmap, 0, 6), QIX_LOAD(QIX_ARGUMENT(3)),
          BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, MAP_SHARED, 3, 0), QIX_LOAD(QIX_ARGUMENT(2)),
          BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, executable, 1, 0), QIX_RETURN(SECCOMP_RET_ALLOW),
          QIX_RETURN(SECCOMP_RET_ERRNO | EPERM));
  // Locks, clocks, chance, the time a file may take, the end.
  QIX_ADD(QIX_ALLOW(__NR_futex), QIX_ALLOW(__NR_clock_gettime), QIX_ALLOW(__NR_gettimeofday), QIX_ALLOW(__NR_getrandom),
          QIX_ALLOW(__NR_setitimer), QIX_ALLOW(__NR_rt_sigprocmask), QIX_ALLOW(__NR_rt_sigreturn), QIX_ALLOW(__NR_exit),
          QIX_ALLOW(__NR_exit_group));
  if ((rights & QIX_THREADS) != 0) {
    // Threads of this process and no process; clone3 has its flags in memory, where no filter sees them, and glibc goes
    // back to clone where there is none.
    QIX_ADD(QIX_ALLOW_WITH(__NR_clone, 0, CLONE_THREAD), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone3, 0, 1),
            QIX_RETURN(SECCOMP_RET_ERRNO | ENOSYS));
    QIX_ADD(QIX_ALLOW(__NR_set_robust_list), QIX_ALLOW(__NR_rseq), QIX_ALLOW(__NR_sched_yield),
            QIX_ALLOW(__NR_sched_getaffinity), QIX_ALLOW(__NR_sched_setaffinity), QIX_ALLOW(__NR_gettid),
            QIX_ALLOW(__NR_getcpu), QIX_ALLOW(__NR_nanosleep), QIX_ALLOW(__NR_clock_nanosleep));
  }
  QIX_ADD(QIX_RETURN(SECCOMP_RET_ERRNO | EPERM));
  const struct sock_fprog program = {(unsigned short)count, rules};
  // Threads that a library has begun already are held by it, too.
  return (int)syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
}
#else
static int filter_calls(int rights) {
  (void)rights;
  return 0;
}
#endif

int qix_confine(int64_t memory_bytes, int64_t processor_seconds, int descriptors, int rights) {
  // No file can be opened afterwards.
  qix_load_mathematics();
  const int64_t now = address_space();
  if (now < 0) return -1;
  if (order_kept(descriptors) != 0) return -1;
  // The second one counts what is reserved and never written to; it holds where the first counts nothing.
  if (limit(RLIMIT_DATA, memory_bytes) != 0 || limit(RLIMIT_AS, now + memory_bytes + (512 << 20)) != 0) return -1;
  if (limit(RLIMIT_CORE, 0) != 0 || limit(RLIMIT_FSIZE, 0) != 0 || limit(RLIMIT_CPU, processor_seconds) != 0 ||
      limit(RLIMIT_NOFILE, descriptors + kept_count + 8) != 0 || limit(RLIMIT_MEMLOCK, 0) != 0 || limit(RLIMIT_MSGQUEUE, 0) != 0 ||
      prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
    return -1;
  }
  return filter_calls(rights) == 0 ? 0 : -1;
}

int qix_alarm(int64_t seconds) {
  const struct itimerval time = {.it_value = {.tv_sec = seconds}};
  return setitimer(ITIMER_REAL, &time, NULL);
}

// --- Ending with another process, fcntl(2) ----------------------------------------------------------------------------

int qix_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

// Rather than PR_SET_PDEATHSIG, which goes by the thread that has started this process: that one may end while its
// process lives. A pipe's end goes with its process alone. It is the kernel that looks, so nothing has to be allowed for
// it later, and a signal that can't be held back is what it sends.
int qix_end_with(int reading_end) {
  const int flags = fcntl(reading_end, F_GETFL);
  if (flags < 0 || fcntl(reading_end, F_SETSIG, SIGKILL) != 0 || fcntl(reading_end, F_SETOWN, getpid()) != 0 ||
      fcntl(reading_end, F_SETFL, flags | O_ASYNC) != 0) {
    return -1;
  }
  // A parent that had gone before sends no signal.
  struct pollfd line = {.fd = reading_end};
  return poll(&line, 1, 0) == 0 ? 0 : -1;
}

// --- Descriptors over a socket, unix(7) -------------------------------------------------------------------------------

ssize_t qix_send_with(int channel, const void *bytes, size_t size, int descriptor) {
  struct iovec part = {(void *)bytes, size};
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int))];
  } control;
  memset(&control, 0, sizeof control);
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  if (descriptor >= 0) {
    message.msg_control = &control;
    message.msg_controllen = sizeof control;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
  }
  ssize_t sent;
  do {
    sent = sendmsg(channel, &message, MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  return sent;
}

ssize_t qix_receive_with(int channel, void *bytes, size_t size, int *descriptor) {
  struct iovec part = {bytes, size};
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int))];
  } control;
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
  *descriptor = -1;
  ssize_t got;
  do {
    got = recvmsg(channel, &message, MSG_CMSG_CLOEXEC);
  } while (got < 0 && errno == EINTR);
  if (got < 0) return got;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (header != NULL && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS &&
      header->cmsg_len == CMSG_LEN(sizeof(int))) {
    memcpy(descriptor, CMSG_DATA(header), sizeof *descriptor);
  }
  return got;
}
