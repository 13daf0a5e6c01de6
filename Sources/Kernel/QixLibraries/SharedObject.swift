internal import Glibc

/// A shared library as it lies in a file.
enum SharedObject {
  /// Whether the file ends before what its header says is loaded from it: the system's loader maps that all the same,
  /// and the process dies at the first touch (SIGBUS). False for what can't be read, and for what is no ELF file of 64
  /// bits, which the loader itself refuses (System V ABI, chapters 4 and 5).
  static func isCutShort(_ path: String) -> Bool {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { return false }
    let size = UInt64(status.st_size)
    func read(_ count: Int, at offset: UInt64) -> [UInt8]? {
      guard let offset = off_t(exactly: offset) else { return nil }
      var bytes = [UInt8](repeating: 0, count: count)
      return pread(file, &bytes, count, offset) == count ? bytes : nil
    }
    func number(_ bytes: [UInt8], _ start: Int, _ count: Int) -> UInt64 {
      bytes[start..<start + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    guard let header = read(64, at: 0) else { return true }
    // Of 64 bits, least significant byte first.
    guard header.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]) else { return false }
    let (start, length, count) = (number(header, 32, 8), number(header, 54, 2), number(header, 56, 2))
    guard length >= 56 else { return false }
    for index in 0..<count {
      guard let entry = read(56, at: start &+ index * length) else { return true }
      let isLoaded = number(entry, 0, 4) == 1
      let (end, isBeyond) = number(entry, 8, 8).addingReportingOverflow(number(entry, 32, 8))
      if isLoaded, isBeyond || end > size { return true }
    }
    return false
  }
}
