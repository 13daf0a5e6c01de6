internal import Glibc

/// The folder that holds everything of one installation.
package struct HomeFolder: Sendable, Equatable {
  package let path: String

  package init(path: String) {
    self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  package var database: String { "\(path)/qix.db" }
  package var lock: String { "\(path)/qix.lock" }
  /// The file with the last acknowledged state (docs/decisions/0040).
  package var acknowledged: String { "\(path)/qix.ack" }

  /// The owner of the folder.
  package enum Owner: Sendable, Equatable {
    /// There is no such folder yet: it will belong to the user who makes it.
    case absent
    /// A user of this system.
    case user(UInt32)
    /// The asking user may not look.
    case hidden
  }

  package var owner: Owner {
    var status = stat()
    if stat(path, &status) == 0 { return .user(status.st_uid) }
    // Errors other than a missing permission mean a path that can't be a home; using it will report them.
    return errno == EACCES || errno == EPERM ? .hidden : .absent
  }

  /// Makes the folder and those above it, readable by its owner only; nothing when it is there.
  package func create() throws(StorageError) {
    var prefix = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") {
      prefix += "/\(part)"
      guard mkdir(prefix, 0o700) == 0 || errno == EEXIST else {
        throw .file(path: prefix, problem: "could not be made: \(String(cString: strerror(errno)))")
      }
    }
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw .file(path: path, problem: "is not a folder")
    }
  }

  /// Opens a file in it that has no name, which the system takes away with its descriptor.
  /// - Parameter kind: what its name begins with for a moment.
  /// - Throws: `StorageError.file`, `StorageError.diskFull`
  package func namelessFile(_ kind: String) throws(StorageError) -> Int32 {
    var template = Array("\(path)/\(kind)-XXXXXX".utf8CString)
    let file = mkstemp(&template)
    guard file >= 0, unlink(template) == 0 else {
      if [ENOSPC, EDQUOT].contains(errno) { throw .diskFull }
      throw .file(path: path, problem: "can't make a temporary file there: \(String(cString: strerror(errno)))")
    }
    return file
  }
}
