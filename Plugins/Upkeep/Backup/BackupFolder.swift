internal import Glibc
internal import QixModule

/// A folder that the newest backups are kept in, each under the moment at which it was made: `qix-20270115T020000Z.db`.
///
/// No other file of the folder is looked at, let alone removed.
struct BackupFolder {
  let path: String

  /// The place of a backup that is made now.
  func file(at moment: Timestamp) -> File {
    let stamp = "\(moment)".prefix(19).filter { $0 != "-" && $0 != ":" }
    return File(path: "\(path)/\(Self.prefix)\(stamp)Z\(Self.suffix)")
  }

  /// The backups in it, the oldest first.
  func backups() throws(StorageError) -> [File] {
    guard let stream = opendir(path) else {
      throw .file(path: path, problem: String(cString: strerror(errno)))
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if Self.isBackup(name) { names.append(name) }
    }
    return names.sorted().map { File(path: "\(path)/\($0)") }
  }

  /// Removes the oldest until as many are left as are to be kept.
  /// - Returns: the names of those that are gone.
  func tidy(keeping count: Int) throws(StorageError) -> [String] {
    let backups = try backups()
    let old = backups.dropLast(count)
    for file in old { file.remove() }
    return old.filter { !$0.exists }.map(\.name)
  }

  private static let (prefix, suffix) = ("qix-", ".db")

  private static func isBackup(_ name: String) -> Bool {
    guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return false }
    let stamp = name.dropFirst(prefix.count).dropLast(suffix.count)
    return stamp.utf8.count == 16
      && stamp.utf8.enumerated().allSatisfy { place, byte in
        switch place {
        case 8: byte == UInt8(ascii: "T")
        case 15: byte == UInt8(ascii: "Z")
        default: (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
      }
  }
}
