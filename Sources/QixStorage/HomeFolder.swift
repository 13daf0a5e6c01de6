internal import Glibc

/// The folder that holds everything of one installation.
package struct HomeFolder: Sendable, Equatable {
  package let path: String

  package init(path: String) {
    self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  package var database: String { "\(path)/qix.db" }
  package var lock: String { "\(path)/qix.lock" }

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
}
