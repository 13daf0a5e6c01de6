internal import Glibc
internal import QixCrypto
internal import QixModule

/// A file with one token in it, the acting person's alone.
struct TokenFile {
  let path: String

  /// Far more than a token has; what is longer is another file by mistake.
  private static let limit = 512

  /// - Throws: for a file that holds no token, or that another user could have read or put there.
  func read() throws -> SecretBytes {
    // Without waiting, so that a named pipe without a writer is an empty file and not a hang.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else {
      let problem = Self.reason(errno)
      guard TokenText.isLike(path) else { throw AccessError.file(path, problem: problem) }
      // The token is not repeated.
      throw Failure(
        "access.token-as-path", .notAllowed, "--as was given a token itself, not the path of a file that holds one",
        hint:
          """
          Give --as, or QIX_AS, the file's path. Shells and the machine may have kept this token. An admin replaces \
          it with `qix token rotate NAME`.
          """)
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw AccessError.file(path, problem: Self.reason(errno)) }
    // A link is followed, and what it leads to is judged.
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    // A shell's <(command) is a pipe: its writer may need a moment.
    case S_IFIFO: _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
    case S_IFDIR: throw AccessError.file(path, problem: "it is a folder")
    default: throw AccessError.file(path, problem: "it is neither a file nor a pipe")
    }
    guard status.st_mode & 0o077 == 0 else {
      let mode = String(status.st_mode & 0o777, radix: 8)
      throw Failure(
        "access.token-exposed", .notAllowed,
        "the token file '\(path)' can be read or changed by others (mode \(mode))",
        hint:
          """
          Run `chmod 600 '\(path)'`. If another user may have read the file, an admin replaces the token with \
          \(always: "qix token rotate NAME"). To end the token, an admin runs \(always: "qix token revoke NAME").
          """)
    }
    // Root may put it there for the user; any other owner could have exchanged it.
    guard status.st_uid == geteuid() || status.st_uid == 0 else {
      throw AccessError.file(path, problem: "it belongs to another user")
    }
    var buffer = SecretBytes(count: Self.limit + 1)
    var count = 0
    let fault = buffer.withUnsafeMutableBytes { buffer -> Int32 in
      while count < buffer.count {
        let step = Glibc.read(descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
        if step < 0 {
          if errno == EINTR { continue }
          return errno
        }
        if step == 0 { break }
        count += step
      }
      return 0
    }
    guard fault == 0 else { throw AccessError.file(path, problem: Self.reason(fault)) }
    guard count > 0 else { throw AccessError.file(path, problem: "it is empty") }
    guard count <= Self.limit else { throw AccessError.file(path, problem: "it is too long for a token") }
    return buffer.withUnsafeBytes { SecretBytes(copying: UnsafeRawBufferPointer(rebasing: $0[..<count])) }
  }

  /// Makes the file, for its owner alone, with the token and a line end in it, durably.
  /// - Throws: `StorageError`, also where the file is there already; nothing of it stays then.
  func write(_ token: borrowing SecretBytes) throws {
    try NewFile.write(to: path) { file in
      try token.withUnsafeBytes { bytes in try file.write(bytes) }
      try [UInt8(ascii: "\n")].withUnsafeBytes(file.write)
    }
  }

  func remove() { unlink(path) }

  private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
