internal import Glibc
package import QixKernel

/// A folder that the newest files of a kind are kept in, each under the moment at which it was made:
/// `qix-20270115T020000Z.db`.
///
/// No other file of the folder is looked at, let alone removed.
package struct BackupFolder {
  private let (path, prefix, suffix): (String, String, String)

  package init(path: String, prefix: String, suffix: String) {
    (self.path, self.prefix, self.suffix) = (path, prefix, suffix)
  }

  /// The path of a file that is made now.
  package func file(at moment: Timestamp) -> String {
    let stamp = "\(moment)".prefix(19).filter { $0 != "-" && $0 != ":" }
    return "\(path)/\(prefix)\(stamp)Z\(suffix)"
  }

  /// Removes the oldest until as many are left as are to be kept.
  /// - Returns: the names of those that are gone.
  package func tidy(keeping count: Int) throws(StorageError) -> [String] {
    try names().dropLast(count).filter { unlink("\(path)/\($0)") == 0 }
  }

  /// The names of the files of its kind, the oldest first.
  private func names() throws(StorageError) -> [String] {
    guard let stream = opendir(path) else {
      throw .file(path: path, problem: String(cString: strerror(errno)))
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if isOne(name) { names.append(name) }
    }
    return names.sorted()
  }

  private func isOne(_ name: String) -> Bool {
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
