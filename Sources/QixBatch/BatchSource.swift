internal import Glibc
package import QixCommands
internal import QixCrypto
package import QixFormats
internal import QixKernel
package import QixStorage

/// The bytes of a batch: a file, or a nameless copy of it, so that it can be read twice.
///
/// Input that can be read only once is copied; and where the file may need approval, every file is: its writer could
/// change it between being counted, approved and done. Then only what was hashed is read.
package final class BatchSource {
  /// The name in messages.
  package let name: String
  /// SHA-256 of the whole content, in hexadecimal.
  package let digest: String
  /// Line feeds in it: about how many records there are.
  package let lineFeeds: Int64
  /// The key of a line that brings none: it follows from the content alone.
  package var lineKeys: LineKeys { LineKeys(digest: digest) }
  private let descriptor: Int32
  /// The identity of the file, where it is one.
  private var identity: FileIdentity?
  private let isStandardInput: Bool
  /// Whether it is a file, which may be changed in place; a pipe brings something new each time.
  package var isFile: Bool { identity != nil }

  /// Whether its bytes came with a request, and so under no name: what many send in a body is told apart by nothing.
  package let isNameless: Bool

  static let standardInput = "standard input"

  /// - Parameters:
  ///   - path: `-` for standard input.
  ///   - isCopied: whether a file is copied before it is hashed, so that it can't be changed later.
  package init(_ path: String, isCopied: Bool, home: HomeFolder, face: any Face) throws {
    name = face.name(ofInput: path)
    isStandardInput = path == "-"
    isNameless = name != path && name != Self.standardInput
    if path == "-" {
      descriptor = try Self.spool(face.input(from: path), in: home)
    } else {
      // A pipe or a device can be read once only; and it is opened once, or its writer would lose the reader.
      if let found = FileIdentity(of: path) {
        if isCopied {
          descriptor = try Self.spool(face.input(from: path), in: home)
        } else {
          face.willRead(path)
          descriptor = open(path, O_RDONLY | O_CLOEXEC)
          guard descriptor >= 0 else { throw InputError.failed(path: path, reason: String(cString: strerror(errno))) }
        }
        identity = found
      } else {
        descriptor = try Self.spool(face.input(from: path), in: home)
      }
    }
    do {
      (digest, lineFeeds) = try Self.measure(descriptor, name)
    } catch {
      close(descriptor)
      throw error
    }
  }

  deinit { close(descriptor) }

  /// Makes sure that what an option names isn't the very file that is read, by whatever name.
  /// - Throws: `UsageError`
  package func requireOther(than path: String?, option: String) throws(UsageError) {
    guard let path, isSame(as: path) || isSame(as: OutputFile.partial(of: path)) else { return }
    throw UsageError("\(option) names the input file", hint: "Name another file for the answers.")
  }

  private func isSame(as path: String) -> Bool {
    // What a shell has opened for standard input is written over as easily.
    let read = isStandardInput ? FileIdentity(of: STDIN_FILENO) : identity
    return path != "-" && read.map { $0 == FileIdentity(of: path) } ?? false
  }

  /// The bytes from their beginning.
  package func rewound() -> ByteSource {
    lseek(descriptor, 0, SEEK_SET)
    return .descriptor(descriptor)
  }

  /// The batch that the first record names as the one that has refused it; nil where the file is no file of refused lines.
  package func refusingBatch(_ format: RecordFormat, _ mapping: ColumnMapping) -> String? {
    // What can't be read is told by who reads it next.
    guard var reader = try? RecordReader(source: rewound(), name: name, format: format, mapping: mapping),
      (try? reader.next()) == true
    else { return nil }
    return reader.refusingBatch
  }

  private static func measure(_ descriptor: Int32, _ name: String) throws -> (String, Int64) {
    lseek(descriptor, 0, SEEK_SET)
    var hasher = SHA256()
    var lineFeeds: Int64 = 0
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count >= 0 else {
        if errno == EINTR { continue }
        throw InputError.failed(path: name, reason: String(cString: strerror(errno)))
      }
      if count == 0 { break }
      buffer.withUnsafeBytes { bytes in
        let part = UnsafeRawBufferPointer(rebasing: bytes[..<count])
        hasher.update(part)
        for byte in part where byte == UInt8(ascii: "\n") { lineFeeds &+= 1 }
      }
    }
    return (Hexadecimal.encode(hasher.finish()), lineFeeds)
  }

  /// Copies it into a file without a name, which the system takes away with the process.
  private static func spool(_ input: any InputSource, in home: HomeFolder) throws -> Int32 {
    let file = try home.namelessFile("batch")
    do {
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
      defer { buffer.deallocate() }
      while true {
        let count = try input.read(into: buffer)
        if count == 0 { return file }
        try writeAll(UnsafeRawBufferPointer(rebasing: buffer[..<count]), to: file, path: home.path, isOfHome: true)
      }
    } catch {
      close(file)
      throw error
    }
  }
}
