internal import CProcess
internal import Glibc

/// A file that is nowhere but in memory: for a command that reads a second file beside its standard input.
final class MemoryFile: Sendable {
  private let descriptor: Int32

  /// - Returns: nil where the system has no memory or no descriptor for it.
  init?(_ content: [UInt8]) {
    descriptor = qix_memory_file("qix")
    guard descriptor >= 0 else { return nil }
    var rest = content[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else {
        close(descriptor)
        return nil
      }
      rest = rest.dropFirst(count)
    }
  }

  deinit { close(descriptor) }

  /// By which this process opens it, from its beginning.
  var path: String { "/proc/self/fd/\(descriptor)" }
}
