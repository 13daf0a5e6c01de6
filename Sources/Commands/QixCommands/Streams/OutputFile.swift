internal import Glibc
package import QixKernel

/// A file for output that can be made again: a chart, the answers of a batch.
///
/// It takes shape as `FILE.partial` and takes the place of FILE at the end, as a whole. Of a run that was killed the
/// partial file stays, to be read; the next run that has something to write begins it again. What is no file (a pipe,
/// `/dev/stderr`) is written to.
package final class OutputFile {
  package let path: String
  /// The target of a link, or the path itself.
  private let target: String
  /// Nil for what is no file.
  private let partial: String?
  private let descriptor: Int32
  private let mode: mode_t
  /// Whether something of this run stands in it, or nothing of another's does.
  private var isBegun: Bool

  /// Returns the path that is written to until the end.
  package static func partial(of path: String) -> String { path + ".partial" }

  /// - Parameters:
  ///   - mode: permission bits.
  ///   - followsLinks: whether what a link leads to is written, or the link itself makes way.
  /// - Throws: `OutputFileError`
  package init(_ path: String, mode: UInt32, followsLinks: Bool = true) throws(OutputFileError) {
    self.path = path
    self.mode = mode
    isBegun = true
    var status = stat()
    let isReplacedLink = !followsLinks && lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    if !isReplacedLink { try Self.requirePlace(path) }
    target = isReplacedLink ? path : Self.target(of: path)
    let isThere = !isReplacedLink && stat(target, &status) == 0
    if isThere, status.st_mode & S_IFMT != S_IFREG {
      partial = nil
      descriptor = open(target, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw .failed(path: path, reason: String(cString: strerror(errno))) }
      return
    }
    // A key, or codes: who names it by mistake loses it, and what takes its place is for all to read.
    let isOwners = isThere && status.st_mode & 0o077 == 0
    guard !isOwners || mode & 0o077 == 0 && Self.holdsAnswers(target) else {
      throw .failed(path: path, reason: "it is a file for its owner's eyes alone; delete it first, or name another")
    }
    let partial = Self.partial(of: target)
    self.partial = partial
    // No link is followed, so that no other user decides what is written over.
    let opened = open(partial, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, mode)
    descriptor = opened
    guard opened >= 0 else { throw .failed(path: path, reason: String(cString: strerror(errno))) }
    guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
      throw .failed(path: path, reason: "another run is writing to \(partial)")
    }
    // The file of a killed run may be all that is known of its lines, until this one has answers of its own.
    isBegun = fstat(opened, &status) == 0 && status.st_size == 0
    if isBegun { try begin() }
  }

  /// Whether what is there may be answers or lines of a batch: empty, JSON, or several columns of text. Keys, tokens and
  /// codes are none of it.
  private static func holdsAnswers(_ path: String) -> Bool {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = read(file, &bytes, bytes.count)
    guard count > 0 else { return count == 0 }
    let head = bytes[..<count]
    guard !head.contains(where: { $0 < 0x20 && !"\t\n\r".utf8.contains($0) }) else { return false }
    return head.first == UInt8(ascii: "{")
      || head.prefix { $0 != UInt8(ascii: "\n") }.contains { ",;\t".utf8.contains($0) }
  }

  private func begin() throws(OutputFileError) {
    isBegun = true
    guard ftruncate(descriptor, 0) == 0, fchmod(descriptor, mode) == 0 else {
      throw .failed(path: path, reason: String(cString: strerror(errno)))
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Says before the work begins that nothing can be written there; `-` is standard output, and nothing is said of it.
  /// - Throws: `OutputFileError.failed`
  package static func requirePlace(_ path: String) throws(OutputFileError) {
    guard path != "-" else { return }
    var status = stat()
    if stat(path, &status) == 0 {
      if status.st_mode & S_IFMT == S_IFDIR { throw .failed(path: path, reason: "it is a folder; name a file in it") }
    } else if lstat(path, &status) == 0 {
      throw .failed(path: path, reason: "it is a link that leads nowhere")
    }
  }

  /// - Throws: `OutputFileError.failed`; what was written so far stays.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(OutputFileError) {
    if !isBegun { try begin() }
    let problem = Self.writeAll(bytes, to: descriptor)
    guard problem == 0 else { throw .failed(path: path, reason: String(cString: strerror(problem))) }
  }

  /// Gives it its name.
  /// - Throws: `OutputFileError.failed`
  package func finish() throws(OutputFileError) {
    if !isBegun { try begin() }
    guard let partial, rename(partial, target) != 0 else { return }
    throw .failed(path: path, reason: String(cString: strerror(errno)))
  }

  /// Leaves what was there as it was, the partial file of a killed run too where nothing was written into it.
  package func abandon() {
    if let partial, isBegun { unlink(partial) }
  }

  /// Writes everything or returns the `errno` that prevented it, 0 for none.
  package static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count < 0 {
        if errno == EINTR { continue }
        return errno
      }
      rest = rest.dropFirst(count)
    }
    return 0
  }

  private static func target(of path: String) -> String {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK, let real = realpath(path, nil) else {
      return path
    }
    defer { free(real) }
    return String(cString: real)
  }
}

/// Why a file could not be written.
package enum OutputFileError: Failing, Equatable {
  case failed(path: String, reason: String)

  package var failure: Failure {
    switch self {
    case .failed(let path, let reason):
      Failure(
        "output.file", .failed, "'\(path)' can't be written: \(reason)",
        hint: "Name a file in a folder that is there and can be written to.")
    }
  }
}
