internal import Glibc

/// A source of bytes: a file descriptor or memory.
package struct ByteSource {
  /// Fills the start of a buffer that is not empty; returns how many bytes, 0 at the end.
  let read: (UnsafeMutableRawBufferPointer) throws(ReadFailure) -> Int

  /// The operating system's reason why reading failed.
  struct ReadFailure: Error, Equatable {
    let reason: String
  }

  /// Reads an open descriptor up to its end. The caller keeps it open meanwhile and closes it.
  ///
  /// Available bytes are handed on at once, so records that arrive through a pipe are seen as they come.
  package static func descriptor(_ descriptor: Int32) -> ByteSource {
    ByteSource { (buffer) throws(ReadFailure) in
      while true {
        let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        if count >= 0 { return count }
        switch errno {
        case EINTR: continue
        case EAGAIN:
          // The descriptor was made non-blocking (an inherited terminal or pipe): wait as a blocking one does.
          var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
          _ = poll(&request, 1, -1)
        default: throw ReadFailure(reason: String(cString: strerror(errno)))
        }
      }
    }
  }

  /// Reads by a function that fills the start of a buffer and returns how many bytes, 0 at the end. What it throws says why
  /// reading failed.
  package static func reading(_ fill: @escaping (UnsafeMutableRawBufferPointer) throws -> Int) -> ByteSource {
    ByteSource { (buffer) throws(ReadFailure) in
      do { return try fill(buffer) } catch { throw ReadFailure(reason: "\(error)") }
    }
  }

  /// Hands out bytes held in memory.
  /// - Parameter chunk: the most bytes that a read returns, asked before each; at least 1 is returned.
  package static func bytes(_ bytes: [UInt8], chunk: @escaping () -> Int = { .max }) -> ByteSource {
    var position = 0
    return ByteSource { (buffer) throws(ReadFailure) in
      let count = min(bytes.count - position, buffer.count, max(1, chunk()))
      bytes.withUnsafeBytes {
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[position..<position + count]))
      }
      position += count
      return count
    }
  }
}
