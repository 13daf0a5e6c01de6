internal import CProcess
internal import Glibc

/// A file to be looked at, open for reading and nothing else.
package final class LensFile: Sendable {
  /// Closed when this goes.
  package let descriptor: Int32
  /// Bytes.
  package let size: Int

  /// Opens a regular file.
  /// - Throws: `LensError.unopened`.
  package init(path: String) throws(LensError) {
    // A pipe or a device would keep the opener waiting, were it not told not to wait.
    let opened = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard opened >= 0 else { throw .unopened(String(cString: strerror(errno))) }
    var status = stat()
    guard fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(opened)
      throw .unopened("it is not a regular file")
    }
    (descriptor, size) = (opened, Int(status.st_size))
  }

  /// Makes a file in memory with these bytes, which can't be changed from then on.
  /// - Throws: `LensError.unopened` where there is no memory.
  package init(_ bytes: [UInt8]) throws(LensError) {
    let made = qix_memory_file("file")
    guard made >= 0 else { throw .unopened(String(cString: strerror(errno))) }
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { write(made, $0.baseAddress.map { $0 + written }, $0.count - written) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        close(made)
        throw .unopened("there is no memory for it")
      }
      written += count
    }
    _ = qix_seal(made)
    (descriptor, size) = (made, bytes.count)
  }

  /// Takes over a descriptor.
  init(descriptor: Int32, size: Int) { (self.descriptor, self.size) = (descriptor, size) }

  deinit { close(descriptor) }

  /// The whole file.
  /// - Throws: `LensFault.tooLong`, and `LensFault.damaged` where it can't be read to its end.
  package func bytes(most: Int) throws(LensFault) -> [UInt8] {
    guard size <= most else { throw .tooLong }
    let size = self.size
    var isWhole = false
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let read = pread(descriptor, buffer.baseAddress.map { $0 + count }, size - count, off_t(count))
        if read < 0, errno == EINTR { continue }
        guard read > 0 else { return }
        count += read
      }
      isWhole = true
    }
    guard isWhole else { throw .damaged }
    return bytes
  }
}
