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

  /// The path of a file that is made now: a second one of the same second is `qix-20270115T020000Z-2.db`. A folder that
  /// can't be read has none; whoever writes there finds that out.
  package func file(at moment: Timestamp) -> String {
    let stamp = "\(moment)".prefix(19).filter { $0 != "-" && $0 != ":" } + "Z"
    // Behind the newest, since an older one of that second may be gone already.
    let last = ((try? files()) ?? []).last { $0.stamp == stamp }?.number
    return "\(path)/\(prefix)\(stamp)\(last.map { "-\($0 + 1)" } ?? "")\(suffix)"
  }

  /// Removes the oldest until as many are left as are to be kept.
  /// - Returns: the names of those that are gone.
  package func tidy(keeping count: Int) throws(StorageError) -> [String] {
    try files().dropLast(count).map(\.name).filter { unlink("\(path)/\($0)") == 0 }
  }

  private typealias File = (name: String, stamp: Substring, number: Int)

  /// The files of its kind, the oldest first.
  private func files() throws(StorageError) -> [File] {
    guard let stream = opendir(path) else {
      throw .file(path: path, problem: String(cString: strerror(errno)))
    }
    defer { closedir(stream) }
    var files: [File] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if let file = file(name) { files.append(file) }
    }
    return files.sorted { ($0.stamp, $0.number) < ($1.stamp, $1.number) }
  }

  /// The moment of a file of its kind, and which of that second it is; nil for another file.
  private func file(_ name: String) -> File? {
    guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return nil }
    let parts = name.dropFirst(prefix.count).dropLast(suffix.count)
      .split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    let number = parts.count == 1 ? 1 : Int(parts[1]) ?? 0
    // Another way to write a number is no name of ours.
    guard number == 1 ? parts.count == 1 : number > 1 && "\(number)" == parts[1] else { return nil }
    let isStamp =
      parts[0].utf8.count == 16
      && parts[0].utf8.enumerated().allSatisfy { place, byte in
        switch place {
        case 8: byte == UInt8(ascii: "T")
        case 15: byte == UInt8(ascii: "Z")
        default: (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
      }
    return isStamp ? (name, parts[0], number) : nil
  }
}
