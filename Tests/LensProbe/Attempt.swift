import Glibc
import QixLens

enum Attempt {
  /// - Returns: 0 where it went well, else the system's error.
  static func make(_ name: String, _ file: LensFile) throws(LensFault) -> Int64 {
    switch name {
    case "open": return code(open("/etc/passwd", O_RDONLY))
    case "create": return code(open("/tmp/qix-lens-probe", O_CREAT | O_WRONLY, 0o600))
    case "unlink": return code(unlink("/tmp/qix-lens-probe"))
    case "stat": return code(access("/etc/passwd", F_OK))
    case "socket": return code(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
    case "local-socket": return code(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
    case "execute": return spawn()
    case "signal": return code(kill(1, 0))
    case "thread": return thread()
    case "priority": return code(nice(-1))
    case "raise-limit":
      var limit = rlimit(rlim_cur: rlim_t.max, rlim_max: rlim_t.max)
      return code(setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit))
    case "executable-memory": return map(PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE)
    case "shared-memory": return map(PROT_READ | PROT_WRITE, MAP_SHARED)
    case "make-executable":
      let page = mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
      return code(mprotect(page, 4096, PROT_READ | PROT_EXEC))
    case "write-file": return pwrite(file.descriptor, "x", 1, 0) < 0 ? Int64(errno) : 0
    case "descriptors":
      // Everything but the three that lead nowhere, the channel, the line to whoever asks, and the file.
      var status = stat()
      return (Int32(0)..<1_024).reduce(into: Int64(0)) { if fstat($1, &status) == 0 { $0 += 1 } } - 6
    case "environment": return environ[0] == nil ? 0 : 1
    case "memory": return memory()
    case "fault": throw .damaged
    case "too-much": throw .tooMuch
    case "spin": while true {}
    case "sleep": sleep()
    case "crash": crash()
    case "noise": answer([0xFF, 0xFF, 0xFF, 0xFF] + [UInt8](repeating: 0x5B, count: 100))
    case "half": answer([0, 0, 1, 0, 0x7B])
    case "no-object": answer([0, 0, 0, 2, 0x5B, 0x5D])
    case "forged": answer([0, 0, 0, 30] + Array("{\"reading\":{\"forged\":        1}}".utf8.prefix(30)))
    case "both": answer([0, 0, 0, 32] + Array("{\"reading\":{},\"fault\":\"damaged\" }".utf8.prefix(32)))
    case "strange-fault": answer([0, 0, 0, 19] + Array("{\"fault\":\"a b\\u0000\"}".utf8.prefix(19)))
    default: throw .unknownFormat
    }
    return -1
  }

  private static func code(_ result: Int32) -> Int64 { result < 0 ? Int64(errno) : 0 }

  private static func map(_ protection: Int32, _ flags: Int32) -> Int64 {
    mmap(nil, 4096, protection, flags | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? Int64(errno) : 0
  }

  private static func spawn() -> Int64 {
    var (process, arguments): (pid_t, [UnsafeMutablePointer<CChar>?]) = (0, [nil])
    return Int64(posix_spawn(&process, "/bin/true", nil, nil, &arguments, nil))
  }

  private static func thread() -> Int64 {
    var thread = pthread_t()
    let result = pthread_create(&thread, nil, { _ in nil }, nil)
    if result == 0 { pthread_join(thread, nil) }
    return Int64(result)
  }

  /// Takes all there is, and writes to it.
  private static func memory() -> Int64 {
    for _ in 0..<1_024 {
      guard let block = malloc(64 << 20) else { return Int64(ENOMEM) }
      memset(block, 1, 64 << 20)
    }
    return 0
  }

  private static func sleep() {
    var never = sem_t()
    sem_init(&never, 0, 0)
    sem_wait(&never)
  }

  static func crash() -> Never {
    UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
    abort()
  }

  /// Answers in place of the operation's frame, and never comes back.
  private static func answer(_ bytes: [UInt8]) {
    write(3, bytes, bytes.count)
    sleep()
  }
}
