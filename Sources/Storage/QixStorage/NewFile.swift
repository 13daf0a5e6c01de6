internal import Glibc

/// A file that is made for the user: new, readable by its owner only, and under its name whole or not at all.
///
/// Every command that hands a file over makes it here, so that all of them answer alike when there is one of that name
/// (exit code 5), and when the disk is full half-way.
package final class NewFile {
  package let path: String
  /// The name in messages.
  private let shown: String
  private let descriptor: Int32
  /// Whether it has no name yet: the system takes it away with the process then.
  private var isNameless = false

  /// Makes the empty file, which stays until it is removed.
  /// - Parameter mode: permission bits.
  /// - Throws: `StorageError.fileExists`, also for a link that leads nowhere; `StorageError.file`.
  package convenience init(_ path: String, mode: UInt32 = 0o600) throws(StorageError) {
    try self.init(path, mode: mode, as: path)
  }

  private init(_ path: String, mode: UInt32, as shown: String) throws(StorageError) {
    // With O_EXCL no link is followed (open(2)), so it can't be redirected elsewhere.
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw Self.fault(shown) }
    self.path = path
    self.shown = shown
    self.descriptor = descriptor
  }

  private init(nameless descriptor: Int32, as shown: String) {
    (path, self.shown, self.descriptor) = (Self.partial(of: shown), shown, descriptor)
    isNameless = true
  }

  deinit { close(descriptor) }

  /// Writes a file and gives it its name when all of it is on the disk; nothing of it stays behind otherwise.
  /// - Parameters:
  ///   - mode: permission bits.
  ///   - replaces: whether it takes the place of a file of that name, at once.
  /// - Throws: `StorageError.fileExists`, `StorageError.file`, `StorageError.inputOutput`, and what `fill` throws.
  package static func write(
    to path: String, mode: UInt32 = 0o600, replacing replaces: Bool = false, _ fill: (NewFile) throws -> Void
  ) throws {
    try requirePlace(path, replacing: replaces)
    removePartials(of: path)
    let file = try nameless(for: path, mode: mode) ?? NewFile(partial(of: path), mode: mode, as: path)
    do {
      try fill(file)
      try file.sync()
      try file.take(path, replacing: replaces)
    } catch {
      file.remove()
      throw error
    }
  }

  /// Writes a file from content that is there already.
  package static func write(
    _ text: String, to path: String, mode: UInt32 = 0o600, replacing replaces: Bool = false
  ) throws {
    try write(to: path, mode: mode, replacing: replaces) { file in try Array(text.utf8).withUnsafeBytes(file.write) }
  }

  /// Says before the work begins what would go wrong at its end.
  /// - Throws: `StorageError.fileExists`, `StorageError.file`.
  package static func requirePlace(_ path: String, replacing replaces: Bool) throws(StorageError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    let kind = status.st_mode & S_IFMT
    guard kind != S_IFDIR else { throw .file(path: path, problem: "is a folder; name a file in it") }
    guard replaces else { throw .fileExists(path: path) }
    // A device or a pipe of that name would be gone, and everybody who uses it would miss it.
    guard kind == S_IFREG || kind == S_IFLNK else {
      throw .file(path: path, problem: "is a device, a pipe or a socket, so it can't be replaced")
    }
  }

  /// - Throws: `StorageError.file`.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(StorageError) {
    try writeAll(bytes, to: descriptor, path: shown)
  }

  /// Returns when its content is on the disk.
  package func sync() throws(StorageError) {
    guard fsync(descriptor) == 0 else { throw .inputOutput("\(shown): \(String(cString: strerror(errno)))") }
  }

  package func remove() { if !isNameless { unlink(path) } }

  /// A path of this process alone: two that want the same name don't write into each other's file.
  private static func partial(of path: String) -> String { "\(path).\(getpid()).partial" }

  /// A file in the same folder without a name (open(2), O_TMPFILE), so that nothing of a secret is left where the
  /// process is killed; nil where the disk has none, or none could be named later.
  private static func nameless(for path: String, mode: UInt32) -> NewFile? {
    let descriptor = open(folder(of: path), O_WRONLY | O_CLOEXEC | O_DIRECTORY | 0o20_000_000, mode)
    guard descriptor >= 0 else { return nil }
    guard access("/proc/self/fd/\(descriptor)", F_OK) == 0 else {
      close(descriptor)
      return nil
    }
    return NewFile(nameless: descriptor, as: path)
  }

  /// Takes away what killed processes have left: `FILE.PID.partial` of processes that are no more.
  private static func removePartials(of path: String) {
    let folder = folder(of: path)
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard let stream = opendir(folder) else { return }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let found = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard found.hasPrefix("\(name)."), found.hasSuffix(".partial") else { continue }
      let middle = found.dropFirst(name.utf8.count + 1).dropLast(".partial".utf8.count)
      guard let process = pid_t(middle), process > 0 else { continue }
      if process == getpid() || kill(process, 0) != 0 && errno == ESRCH { unlink("\(folder)/\(found)") }
    }
  }

  /// Gives a nameless file a name.
  /// - Returns: whether the name was free; `errno` says what was wrong otherwise.
  private func name(_ path: String) -> Bool {
    guard linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0 else { return false }
    isNameless = false
    return true
  }

  private func take(_ name: String, replacing replaces: Bool) throws(StorageError) {
    // A second name is the one way of naming a file that fails where there is one (link(2)).
    if isNameless, self.name(replaces ? path : name) {
      guard !replaces || rename(path, name) == 0 else { throw Self.fault(name) }
    } else if isNameless {
      throw Self.fault(name)
    } else if !replaces, link(path, name) == 0 {
      remove()
    } else if replaces || [EPERM, EOPNOTSUPP, ENOSYS].contains(errno) {
      // Disks for cameras and sticks know no second names: there it is looked at first.
      try Self.requirePlace(name, replacing: replaces)
      guard rename(path, name) == 0 else { throw Self.fault(name) }
    } else {
      throw Self.fault(name)
    }
    do throws(StorageError) {
      try Self.syncFolder(of: name)
    } catch {
      if !replaces { unlink(name) }
      throw error
    }
  }

  /// Makes a new name durable, which it is when its folder is (fsync(2), "Notes").
  /// - Throws: `StorageError.inputOutput`
  static func syncFolder(of name: String) throws(StorageError) {
    let folder = open(folder(of: name), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { close(folder) }
    guard folder >= 0, fsync(folder) == 0 else {
      throw .inputOutput("\(name): \(String(cString: strerror(errno)))")
    }
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Returns the system's last error about a path, in words.
  private static func fault(_ path: String) -> StorageError {
    switch errno {
    case EEXIST: .fileExists(path: path)
    case ENOENT: .file(path: path, problem: "there is no folder \(folder(of: path))")
    case EACCES, EPERM: .file(path: path, problem: "you have no right to write to the folder \(folder(of: path))")
    case ENOTDIR: .file(path: path, problem: "\(folder(of: path)) is not a folder")
    default: .file(path: path, problem: String(cString: strerror(errno)))
    }
  }
}

/// Writes all the bytes, however many calls it takes.
/// - Parameters:
///   - path: what messages call the file.
///   - isOfHome: whether it is on the disk of the data, so that there is no room for a change either.
/// - Throws: `StorageError.file`, `StorageError.diskFull`
package func writeAll(
  _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, path: String, isOfHome: Bool = false
) throws(StorageError) {
  var rest = bytes
  while !rest.isEmpty {
    let count = write(descriptor, rest.baseAddress, rest.count)
    if count < 0 {
      if errno == EINTR { continue }
      if isOfHome, [ENOSPC, EDQUOT].contains(errno) { throw .diskFull }
      throw .file(path: path, problem: "can't be written: \(String(cString: strerror(errno)))")
    }
    rest = UnsafeRawBufferPointer(rebasing: rest[count...])
  }
}
