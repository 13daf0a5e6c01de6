internal import Glibc
package import QixKernel

/// A file that output goes into, as it comes: a chart, the answers of a batch.
///
/// It never takes the place of a file that is there. What is no file (a pipe, `/dev/stderr`) is written to.
package final class OutputFile {
  package let path: String
  private let descriptor: Int32
  /// Whether there was nothing of that name before.
  private let isNew: Bool

  /// - Parameter mode: permission bits.
  /// - Throws: `OutputFileError`
  package init(_ path: String, mode: UInt32) throws(OutputFileError) {
    self.path = path
    var opened = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    isNew = opened >= 0
    if opened < 0, errno == EEXIST {
      try Self.requirePlace(path)
      opened = open(path, O_WRONLY | O_CLOEXEC)
    }
    guard opened >= 0 else { throw .failed(path: path, reason: String(cString: strerror(errno))) }
    descriptor = opened
  }

  deinit { close(descriptor) }

  /// Says before the work begins that there is a file of that name; `-` is standard output, and nothing is said of it.
  /// - Throws: `OutputFileError.exists`
  package static func requirePlace(_ path: String) throws(OutputFileError) {
    var status = stat()
    guard path != "-", lstat(path, &status) == 0 else { return }
    // Of a link, what it leads to; one that leads nowhere is in the way like a file.
    let target = status.st_mode & S_IFMT == S_IFLNK && stat(path, &status) == 0
    let kind = status.st_mode & S_IFMT
    if kind == S_IFREG || (kind == S_IFLNK && !target) { throw .exists(path: path) }
  }

  /// - Throws: `OutputFileError.failed`; what was written so far stays.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(OutputFileError) {
    let problem = FileOutput.writeAll(bytes, to: descriptor)
    guard problem == 0 else { throw .failed(path: path, reason: String(cString: strerror(problem))) }
  }

  /// Takes a file away that was made for something that has failed, so that the next try finds its name free.
  package func remove() {
    if isNew { unlink(path) }
  }
}

/// Why a file could not be written.
package enum OutputFileError: Diagnosable, Equatable {
  /// There is a file where one was to be made.
  case exists(path: String)
  case failed(path: String, reason: String)

  package var category: ErrorCategory {
    switch self {
    case .exists: .conflict
    case .failed: .failed
    }
  }

  package var code: String {
    switch self {
    case .exists: "output.file-exists"
    case .failed: "output.file"
    }
  }

  package var description: String {
    switch self {
    case .exists(let path): "there is a file '\(path)' already"
    case .failed(let path, let reason): "'\(path)' can't be written: \(reason)"
    }
  }

  package var hint: String? {
    switch self {
    case .exists: "Name another file, or - for standard output, which the shell can put in its place."
    case .failed: "Name a file in a folder that is there and can be written to."
    }
  }
}
