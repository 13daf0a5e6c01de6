internal import Glibc
internal import QixModule
internal import Synchronization

/// Bytes on their way from one thread to another, in a file of the home folder that has no name: it is gone with this
/// value, however the program ends.
final class NamelessFile: Sendable {
  private let descriptor: Int32
  private let path: String
  private let places = Mutex((written: 0, read: 0))

  /// - Throws: `StorageError`
  init(_ kind: String, in home: HomeFolder) throws {
    descriptor = try home.namelessFile(kind)
    path = home.path
  }

  deinit { close(descriptor) }

  /// Bytes that it takes on the disk.
  var count: Int { places.withLock { $0.written } }

  /// All that was written and not read.
  var whole: [UInt8] {
    places.withLock { places in
      let (start, end) = (places.read, places.written)
      return [UInt8](unsafeUninitializedCapacity: end - start) { buffer, count in
        while start + count < end {
          let read = pread(descriptor, buffer.baseAddress.map { $0 + count }, end - start - count, off_t(start + count))
          guard read > 0 else { return }
          count += read
        }
      }
    }
  }

  /// - Throws: `StorageError`
  func append(_ bytes: UnsafeRawBufferPointer) throws {
    try places.withLock { places in
      try writeAll(bytes, to: descriptor, path: path, isOfHome: true)
      places.written += bytes.count
    }
  }

  /// - Returns: how many bytes; 0 where none wait.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    places.withLock { places in
      let count = pread(
        descriptor, buffer.baseAddress, min(buffer.count, places.written - places.read), off_t(places.read))
      guard count > 0 else { return 0 }
      places.read += count
      if places.read == places.written, ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 {
        places = (0, 0)
      }
      return count
    }
  }
}
