internal import Glibc
internal import QixKernel

/// A temporary folder, taken away with all it holds.
package struct WorkFolder: ~Copyable {
  package let path: String
  private let isKept: Bool

  /// - Parameter parent: decides which disk is measured.
  /// - Parameter isKept: leaves it behind, to look into.
  package init(in parent: String, isKept: Bool = false) throws(MeasuringError) {
    var template = Array("\(parent)/qix-bench-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw MeasuringError("\(parent): \(String(cString: strerror(errno)))") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    self.isKept = isKept
  }

  deinit { if !isKept { Self.remove(path) } }

  /// Takes a folder away with all it holds; nothing when it isn't there.
  package static func remove(_ folder: String) {
    guard let directory = opendir(folder) else { return }
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      guard name != ".", name != ".." else { continue }
      if unlink("\(folder)/\(name)") != 0 { remove("\(folder)/\(name)") }
    }
    closedir(directory)
    rmdir(folder)
  }

  /// Writes a file of lines.
  package static func write(_ lines: [String], to path: String) throws(MeasuringError) {
    guard let file = fopen(path, "w") else { throw MeasuringError("\(path): \(String(cString: strerror(errno)))") }
    for line in lines { fputs(line + "\n", file) }
    guard fclose(file) == 0 else { throw MeasuringError("\(path): \(String(cString: strerror(errno)))") }
  }

  /// Bytes of a file; 0 when it isn't there.
  package static func size(of path: String) -> Int64 {
    var status = stat()
    return stat(path, &status) == 0 ? Int64(status.st_size) : 0
  }
}
