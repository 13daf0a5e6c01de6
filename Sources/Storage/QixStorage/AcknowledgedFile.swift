internal import Glibc
internal import QixKernel

/// The file beside the database that says what was last acknowledged (docs/decisions/0040).
///
/// It is written behind each commit, under the write lock and without a sync, so it is never newer than the database,
/// which was synced before. Two records take turns, so that a write that was cut off leaves the one before it.
final class AcknowledgedFile {
  /// The content.
  enum Content: Equatable {
    /// It wasn't made yet, or was removed.
    case missing
    /// It is there, and neither record is one that was written.
    case unreadable
    case known(Acknowledged)

    var record: Acknowledged? {
      if case .known(let record) = self { return record }
      return nil
    }
  }

  /// Apart by what a disk writes at once.
  private static let places = [0, 512]
  private static let size = 512 + Acknowledged.size

  let path: String
  private let access: Access
  private var descriptor: Int32 = -1

  init(path: String, _ access: Access) {
    self.path = path
    self.access = access
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// - Throws: `StorageError.file`
  func read() throws(StorageError) -> Content {
    guard try isOpen() else { return .missing }
    return try withUnsafeTemporaryAllocation(byteCount: Self.size, alignment: 8) { bytes in
      let count = pread(descriptor, bytes.baseAddress, bytes.count, 0)
      guard count >= 0 else { return Result<Content, StorageError>.failure(fault()) }
      // A file that was made and never written, by a process that was killed.
      guard count > 0 else { return .success(.missing) }
      let filled = UnsafeRawBufferPointer(rebasing: bytes[..<count])
      let records = Self.places.compactMap { place in
        place < count ? Acknowledged(UnsafeRawBufferPointer(rebasing: filled[place...]), at: place) : nil
      }
      guard let newest = records.max(by: { $0.turn < $1.turn }) else { return .success(.unreadable) }
      return .success(.known(newest))
    }.get()
  }

  /// Writes a record in the place of the older one; makes the file where there is none, durably.
  /// - Parameter durably: whether to wait until the disk has it.
  /// - Returns: the record as it was written.
  /// - Throws: `StorageError.file`, `StorageError.inputOutput`
  @discardableResult
  func write(_ record: Acknowledged, durably: Bool = false) throws(StorageError) -> Acknowledged {
    var record = record
    record.turn += 1
    var isNew = false
    if try !isOpen() {
      descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
      guard descriptor >= 0 else { throw fault() }
      isNew = true
    }
    let place = Self.places[Int(record.turn & 1)]
    let bytes = record.encoded(at: place)
    guard pwrite(descriptor, bytes, bytes.count, off_t(place)) == bytes.count else { throw fault() }
    guard isNew || durably else { return record }
    guard fsync(descriptor) == 0 else { throw fault() }
    if isNew { try NewFile.syncFolder(of: path) }
    return record
  }

  private func isOpen() throws(StorageError) -> Bool {
    guard descriptor < 0 else { return true }
    // Where a pipe lies in its place nobody waits for its other end; a file doesn't mind.
    descriptor = open(path, (access == .readOnly ? O_RDONLY : O_RDWR) | O_CLOEXEC | O_NONBLOCK)
    if descriptor < 0, errno == EACCES || errno == EROFS { descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    if descriptor < 0, errno != ENOENT, errno != ENOTDIR { throw fault() }
    return descriptor >= 0
  }

  private func fault() -> StorageError {
    let problem = errno == ESPIPE ? "it is a pipe, not a file; remove it" : String(cString: strerror(errno))
    return errno == EIO ? .inputOutput("\(path): \(problem)") : .file(path: path, problem: problem)
  }
}
