internal import Glibc
internal import QixModule

/// A file by its path, as far as backups need to handle files.
struct File {
  let path: String

  var exists: Bool { access(path, F_OK) == 0 }

  /// Bytes, or nil when it can't be looked at.
  var size: Int64? { status.map { Int64($0.st_size) } }

  /// The permission bits, such as 0o600.
  var mode: mode_t? { status.map { $0.st_mode & 0o7777 } }

  var owner: uid_t? { status.map(\.st_uid) }

  var isFolder: Bool { status.map { $0.st_mode & S_IFMT == S_IFDIR } ?? false }

  /// The names of what is in it; none where it is no folder that can be read.
  var names: [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      names.append(
        withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    return names
  }

  /// Whether it begins as every database of SQLite does (sqlite.org/fileformat2.html, 1.3). What can't be read is left to
  /// those who read it.
  var isDatabase: Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return true }
    defer { close(descriptor) }
    let magic = Array("SQLite format 3\0".utf8)
    var start = [UInt8](repeating: 0, count: magic.count)
    return read(descriptor, &start, start.count) == magic.count && start == magic
  }

  /// The last part of the path.
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// The folder it is in, or would be.
  var folder: String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Whether both paths lead to one file, whatever they are called.
  func isSame(as other: File) -> Bool { FileIdentity.isOne(path, other.path) }

  /// Returns when its content is on the disk.
  func sync() throws(StorageError) { try Self.sync(path) }

  /// Takes the place of another file in the same folder, at once and durably.
  func rename(to other: File) throws(StorageError) {
    guard Glibc.rename(path, other.path) == 0 else { throw failure(path, "could not be renamed to \(other.path)") }
    // The new name is durable when the folder is (fsync(2), "Notes").
    try Self.sync(folder)
  }

  func remove() { unlink(path) }

  private static func sync(_ path: String) throws(StorageError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path, "could not be opened") }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw .inputOutput("\(path): \(String(cString: strerror(errno)))") }
  }

  private var status: stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }
}

private func failure(_ path: String, _ what: String) -> StorageError {
  .file(path: path, problem: "\(what): \(String(cString: strerror(errno)))")
}
