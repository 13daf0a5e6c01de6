internal import Glibc

/// A file by device and inode: the same by whatever names and links it is reached.
package struct FileIdentity: Equatable, Sendable {
  private let device: UInt64
  private let inode: UInt64

  /// Nil of what isn't there, and of what is no regular file.
  package init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The file that an open descriptor reads or writes.
  package init?(of descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init?(_ status: stat) {
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
  }

  /// Whether two paths lead to one file.
  package static func isOne(_ one: String, _ other: String) -> Bool {
    FileIdentity(of: one).map { $0 == FileIdentity(of: other) } ?? false
  }
}
