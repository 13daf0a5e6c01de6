internal import CSQLite
internal import Glibc

/// The write-ahead log as its bytes tell (sqlite.org/fileformat2.html §4). SQLite itself passes over everything from the
/// first frame that doesn't fit, without a word: to it that is the end.
extension SQLiteConnection {
  private static let headerSize = 32
  private static let frameHeaderSize = 24

  func examineLog() throws(StorageError) -> LogExamination {
    let path = String(cString: sqlite3_db_filename(handle, nil)) + "-wal"
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      if errno == ENOENT { return LogExamination() }
      throw .file(path: path, problem: String(cString: strerror(errno)))
    }
    defer { close(file) }
    var header = [UInt8](repeating: 0, count: Self.headerSize)
    guard pread(file, &header, header.count, 0) == header.count else { return LogExamination() }
    var reading = LogReading(header: header)
    var frame = [UInt8](repeating: 0, count: Self.frameHeaderSize + SQLiteEngine.pageSize)
    var place = Int64(Self.headerSize)
    while pread(file, &frame, frame.count, off_t(place)) == frame.count {
      reading.take(frame, at: place)
      place += Int64(frame.count)
    }
    return reading.found
  }
}

/// Reads one frame after the other.
private struct LogReading {
  /// The running checksum of the log.
  private struct Sum: Equatable {
    var first: UInt32 = 0
    var second: UInt32 = 0

    /// Each step takes two words.
    mutating func add(_ bytes: UnsafeRawBufferPointer, bigEndian: Bool) {
      for place in stride(from: 0, to: bytes.count, by: 8) {
        let one = bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
        let two = bytes.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self)
        first &+= (bigEndian ? one.bigEndian : one.littleEndian) &+ second
        second &+= (bigEndian ? two.bigEndian : two.littleEndian) &+ first
      }
    }
  }

  private(set) var found = LogExamination()
  private let bigEndian: Bool
  /// The salt of the header, or of the first frame where the header is damaged; frames with others are of former logs.
  private var salt: UInt64?
  private var previous: Sum
  private var chain = 0

  init(header: [UInt8]) {
    previous = Self.sum(in: header, at: 24)
    let isBig = header[3] == 0x83
    var sum = Sum()
    header.withUnsafeBytes { sum.add(UnsafeRawBufferPointer(rebasing: $0[..<24]), bigEndian: isBig) }
    if sum == previous {
      bigEndian = isBig
      salt = Self.word(header, 16) << 32 | Self.word(header, 20)
    } else {
      bigEndian = false
      found.fault = 0
    }
  }

  mutating func take(_ frame: [UInt8], at place: Int64) {
    let own = Self.word(frame, 8) << 32 | Self.word(frame, 12)
    let stored = Self.sum(in: frame, at: 16)
    var sum = previous
    frame.withUnsafeBytes {
      sum.add(UnsafeRawBufferPointer(rebasing: $0[..<8]), bigEndian: bigEndian)
      sum.add(UnsafeRawBufferPointer(rebasing: $0[24...]), bigEndian: bigEndian)
    }
    let wanted = salt ?? own
    salt = wanted
    let fits = own == wanted && sum == stored && Self.word(frame, 0) != 0
    // The size of the database in pages, in the last frame of a commit alone.
    let endsCommit = Self.word(frame, 4) != 0
    previous = stored
    switch (found.fault, fits) {
    case (nil, true): found.reached += 1
    case (nil, false):
      found.fault = place
      found.faultEndsCommit = endsCommit && own == wanted
    case (_, true):
      found.behind += 1
      if endsCommit { chain += 1 }
      found.commits = max(found.commits, chain)
    case (_, false): chain = 0
    }
  }

  private static func word(_ bytes: [UInt8], _ place: Int) -> UInt64 {
    bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt64($1) }
  }

  private static func sum(in bytes: [UInt8], at place: Int) -> Sum {
    Sum(first: UInt32(word(bytes, place)), second: UInt32(word(bytes, place + 4)))
  }
}
