internal import Glibc

/// What the system says of a process (`proc_pid_stat(5)`).
struct ProcessTimes {
  /// On processors.
  let seconds: Double
  /// Whether it waits by itself, and not for a processor, for a disk or to be let go on.
  let sleeps: Bool

  /// Nil of one that has gone.
  init?(of process: pid_t) {
    let file = open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 1_024)
    let count = read(file, &bytes, bytes.count)
    // A name in brackets may hold anything; what stands behind it is counted from the third field on.
    guard count > 0, let end = bytes[..<count].lastIndex(of: UInt8(ascii: ")")) else { return nil }
    let fields = bytes[(end + 1)..<count].split(separator: UInt8(ascii: " ")).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else { return nil }
    seconds = (user + system) / Double(max(1, sysconf(Int32(_SC_CLK_TCK))))
    sleeps = fields[0] == "S"
  }
}
