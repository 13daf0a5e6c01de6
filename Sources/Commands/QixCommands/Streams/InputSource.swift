internal import Glibc
package import QixKernel
internal import Synchronization

/// A source of bytes: standard input, a file, or memory in tests.
package protocol InputSource: Sendable {
  /// The name in messages.
  var name: String { get }
  var isTerminal: Bool { get }
  /// Reads some bytes into the front of a buffer.
  /// - Returns: how many; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(InputError) -> Int
}

extension InputSource {
  /// Everything up to the end.
  /// - Throws: `InputError.tooLarge` beyond `limit` bytes.
  package func readToEnd(limit: Int = .max) throws(InputError) -> [UInt8] {
    var result: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = try read(into: &buffer)
      if count == 0 { return result }
      guard result.count + count <= limit else { throw .tooLarge(name: name, limit: limit) }
      result.append(contentsOf: buffer[..<count])
    }
  }

  /// One line without its end, or nil at the end of the input. Read byte by byte, for answers to questions.
  package func readLine() throws(InputError) -> String? {
    var line: [UInt8] = []
    var byte: [UInt8] = [0]
    while try read(into: &byte) == 1 {
      if byte[0] == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
      line.append(byte[0])
    }
    return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
  }

  private func read(into bytes: inout [UInt8]) throws(InputError) -> Int {
    let result: Result<Int, InputError> = bytes.withUnsafeMutableBytes { buffer in
      Result { () throws(InputError) in try read(into: buffer) }
    }
    return try result.get()
  }
}

/// Why input could not be read.
package enum InputError: Failing, Equatable {
  case missing(path: String)
  case failed(path: String, reason: String)
  case tooLarge(name: String, limit: Int)
  case interrupted

  package var failure: Failure {
    switch self {
    case .missing(let path):
      Failure("input.missing", .notFound, "there is no file '\(path)'")
    case .failed(let path, let reason):
      Failure("input.failed", .failed, "'\(path)' can't be read: \(reason)")
    case .tooLarge(let name, let limit):
      Failure(
        "input.tooLarge", .usage, "\(name) is longer than \(Self.size(limit))",
        hint: "Look whether it is the file that was meant; what is too long in one can stand in several.")
    case .interrupted:
      Failure("interrupted", .interrupted, "interrupted")
    }
  }

  /// In the greatest unit of which it is a whole number.
  private static func size(_ bytes: Int) -> String {
    for (shift, unit) in [(20, "MiB"), (10, "KiB")] where bytes >= 1 << shift && bytes % (1 << shift) == 0 {
      return "\(bytes >> shift) \(unit)"
    }
    return "\(bytes) bytes"
  }
}

/// A file descriptor to read from.
package final class FileInput: InputSource {
  private let descriptor: Int32
  package let name: String
  private let closes: Bool
  private let interruption: Interruption
  package let isTerminal: Bool

  /// Standard input.
  package static func standard(_ interruption: Interruption) -> FileInput {
    FileInput(0, name: "standard input", closes: false, interruption)
  }

  /// A file, open until the value goes.
  /// - Parameter name: what it is called in sentences; nil for its path.
  /// - Throws: `InputError`
  package static func open(
    _ path: String, _ interruption: Interruption, name: String? = nil
  ) throws(InputError) -> FileInput {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw errno == ENOENT ? .missing(path: path) : .failed(path: path, reason: String(cString: strerror(errno)))
    }
    return FileInput(descriptor, name: name ?? path, closes: true, interruption)
  }

  /// Returns the input of a descriptor that the parent process has opened; it stays open. Nil when it isn't open for
  /// reading, and for one of the program's own files, such as the database: what closes on exec can't have come by one.
  package static func descriptor(_ number: Int32, _ interruption: Interruption) -> FileInput? {
    let flags = fcntl(number, F_GETFL)
    guard flags >= 0, flags & O_ACCMODE != O_WRONLY, fcntl(number, F_GETFD) & FD_CLOEXEC == 0 else { return nil }
    return FileInput(number, name: "descriptor \(number)", closes: false, interruption)
  }

  /// Whether it is a file that others than its owner may read.
  package var isReadableByOthers: Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_mode & 0o044 != 0
  }

  private init(_ descriptor: Int32, name: String, closes: Bool, _ interruption: Interruption) {
    self.descriptor = descriptor
    self.name = name
    self.closes = closes
    self.interruption = interruption
    isTerminal = isatty(descriptor) == 1
  }

  deinit {
    if closes { close(descriptor) }
  }

  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(InputError) -> Int {
    while true {
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      guard errno == EINTR else { throw .failed(path: name, reason: String(cString: strerror(errno))) }
      if interruption.isRequested { throw .interrupted }
    }
  }
}

/// Input from memory.
package final class MemoryInput: InputSource {
  private let rest: Mutex<ArraySlice<UInt8>>
  package let name: String
  package let isTerminal: Bool

  package convenience init(_ text: String = "", isTerminal: Bool = false) {
    self.init(Array(text.utf8), isTerminal: isTerminal)
  }

  package init(_ bytes: [UInt8], name: String = "standard input", isTerminal: Bool = false) {
    rest = Mutex(bytes[...])
    self.name = name
    self.isTerminal = isTerminal
  }

  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(InputError) -> Int {
    rest.withLock { rest in
      let chunk = rest.prefix(buffer.count)
      buffer.copyBytes(from: chunk)
      rest = rest.dropFirst(chunk.count)
      return chunk.count
    }
  }
}
