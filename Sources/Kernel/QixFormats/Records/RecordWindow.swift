internal import Glibc

/// The stretch of the input around the current record, as checked UTF-8; it moves along and never grows.
///
/// Everything before `limit` is good text without zero bytes. A fault is kept until the reader asks for bytes behind it,
/// so the records before it are still read.
struct RecordWindow: ~Copyable {
  /// The longest record that is read, in bytes of UTF-8: memory stays bounded whatever the file.
  static let longestRecord = 1 << 20
  private static let chunk = 1 << 20
  /// A record that is just too long, what is behind it in the chunk, and room for a scan by words to overrun.
  private static let capacity = longestRecord + 2 * chunk
  private static let overrun = 16

  let base: UnsafeMutablePointer<UInt8>
  /// The offset at which the current record starts.
  var start = 0
  /// The offset behind a byte order mark that is still in the window; 0 where there is none.
  private var text = 0
  /// The end of the good bytes.
  private(set) var limit = 0
  private var end = 0
  private let source: ByteSource
  /// Nil where the caller can't tell another than Unicode.
  private let encoding: RecordFormat.Encoding?
  private var transcoder: UTF16Transcoder?
  /// Whether bytes are Windows-1252; a byte order mark has the last word.
  private var isWindows: Bool
  /// Whether it was seen that they aren't UTF-8, which would become something else without a fault.
  private var isSurelyWindows = false
  /// Bytes at the start of the staging that the next ones decide about.
  private var held = 0
  /// What was read and isn't UTF-8, before it becomes UTF-8 in the window.
  private var staging: UnsafeMutableRawPointer?
  private var fault: RecordError.Problem?
  private var isAtEnd = false

  init(_ source: ByteSource, _ encoding: RecordFormat.Encoding?) {
    self.source = source
    self.encoding = encoding
    isWindows = encoding == .windows1252
    // Not initialised: the system hands out pages as they are touched, so a small file costs little of the whole. Bytes
    // beyond the limit that a scan reads are ignored.
    base = .allocate(capacity: Self.capacity + Self.overrun)
  }

  deinit {
    base.deallocate()
    staging?.deallocate()
  }

  /// The current record's first byte.
  var record: UnsafeMutablePointer<UInt8> { base + start }
  /// The good bytes from there on.
  var available: Int { limit - start }

  /// Reads at least one more good byte behind `limit`; false at the end. Moves the record to the front of the window,
  /// so pointers into it must be taken again; offsets from its start stay.
  mutating func more() throws(ByteFault) -> Bool {
    if let fault { throw ByteFault(offset: available, problem: fault) }
    guard !isAtEnd else { return false }
    guard available <= Self.longestRecord else { throw ByteFault(offset: 0, problem: .tooLong) }
    if start > 0 {
      memmove(base, base + start, end - start)
      (limit, end, start, text) = (limit - start, end - start, 0, 0)
    }
    let before = limit
    while limit == before {
      try readChunk()
      check()
      if limit == before {
        if let fault { throw ByteFault(offset: available, problem: fault) }
        if isAtEnd { return false }
      }
    }
    return true
  }

  private mutating func readChunk() throws(ByteFault) {
    guard transcoder != nil || isWindows else {
      let count = try read(into: UnsafeMutableRawBufferPointer(start: base + end, count: step))
      end += count
      isAtEnd = count == 0
      return
    }
    let buffer = staging ?? .allocate(byteCount: Self.chunk, alignment: 16)
    staging = buffer
    // Two bytes become up to three: half a chunk leaves room enough.
    let space = UnsafeMutableRawBufferPointer(start: buffer + held, count: min(step, Self.chunk / 2))
    let count = try read(into: space)
    isAtEnd = count == 0
    transcode(UnsafeRawBufferPointer(start: buffer, count: held + count))
  }

  /// The bytes of one reading: each of Windows-1252 becomes up to three.
  private var step: Int { encoding == .windows1252 ? Self.chunk / 4 : Self.chunk }

  private func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteFault) -> Int {
    do {
      return try source.read(buffer)
    } catch {
      throw ByteFault(offset: available, problem: .unreadable(reason: error.reason))
    }
  }

  private mutating func transcode(_ bytes: UnsafeRawBufferPointer) {
    if isWindows { return transcodeWindows(bytes) }
    guard var decoder = transcoder else { return }
    let (count, isWellFormed) = decoder.decode(bytes, into: base + end)
    transcoder = decoder
    end += count
    if !isWellFormed || isAtEnd && decoder.isIncomplete {
      fault = .invalidUTF16
      isAtEnd = true
    }
  }

  private mutating func transcodeWindows(_ bytes: UnsafeRawBufferPointer) {
    var bytes = bytes
    held = 0
    if !isSurelyWindows, let high = bytes.firstIndex(where: { $0 >= 0x80 }), let start = bytes.baseAddress {
      let (good, stop) = UTF8Check.scan(start.assumingMemoryBound(to: UInt8.self), count: bytes.count)
      isSurelyWindows = stop == .invalid
      if !isSurelyWindows, good > high {
        fault = .alreadyUTF8
        bytes = UnsafeRawBufferPointer(rebasing: bytes[..<high])
      } else if stop == .incomplete, !isAtEnd {
        held = bytes.count - good
        bytes = UnsafeRawBufferPointer(rebasing: bytes[..<good])
      }
    }
    let (count, isWellFormed) = Windows1252.decode(bytes, into: base + end)
    end += count
    if held > 0, let staging { memmove(staging, staging + bytes.count, held) }
    if !isWellFormed { fault = .invalidWindows1252 }
    if fault != nil { isAtEnd = true }
  }

  /// Moves the limit over the good bytes that were read.
  private mutating func check() {
    let (good, stop) = UTF8Check.scan(base + limit, count: end - limit)
    limit += good
    switch stop {
    case .none: break
    case .incomplete: if isAtEnd { fault = notUTF8() }
    case .invalid: fault = notUTF8()
    case .zero: fault = .zeroByte
    }
  }

  /// The fault of the byte behind the limit, by what its line looks like; nil while more of that is to be read.
  private func notUTF8() -> RecordError.Problem? {
    let bytes = UnsafeBufferPointer(start: base, count: end)
    func isEnd(_ byte: UInt8) -> Bool { byte == .lineFeed || byte == .carriageReturn }
    let isFull = end + Self.chunk > Self.capacity
    guard let last = bytes[limit...].firstIndex(where: isEnd) ?? (isAtEnd || isFull ? end : nil)
    else { return nil }
    let first = bytes[..<limit].lastIndex(where: isEnd).map { $0 + 1 } ?? text
    let line = UnsafeBufferPointer(rebasing: bytes[first..<last])
    guard bytes[first..<limit].allSatisfy({ $0 < 0x80 }), Windows1252.isLikely(line, from: limit - first) else {
      return .invalidUTF8
    }
    return .windows1252(isOffered: encoding != nil)
  }

  /// Reads as far as needed to see the byte order mark, which is left out; to be called once, before all else.
  mutating func detectEncoding() throws(ByteFault) {
    // Whatever is told, a mark is looked for.
    let isTold = isWindows
    isWindows = false
    while end < 4, !isAtEnd {
      try readChunk()
      // A local file header (PKWARE's APPNOTE, 4.3.7), with which Office and OpenDocument files begin.
      if end >= 4, base[0] == 0x50, base[1] == 0x4B, base[2] == 0x03, base[3] == 0x04 {
        throw ByteFault(offset: 0, problem: .archive)
      }
      // Two bytes decide for UTF-16; a file of less than three bytes has no other mark.
      if end >= 2, base[0] == 0xFF && base[1] == 0xFE || base[0] == 0xFE && base[1] == 0xFF {
        transcoder = UTF16Transcoder(isLittleEndian: base[0] == 0xFF)
        let buffer = UnsafeMutableRawPointer.allocate(byteCount: Self.chunk, alignment: 16)
        staging = buffer
        let count = end - 2
        memcpy(buffer, base + 2, count)
        end = 0
        transcode(UnsafeRawBufferPointer(start: buffer, count: count))
        break
      }
    }
    if transcoder == nil, end >= 3, base[0] == 0xEF, base[1] == 0xBB, base[2] == 0xBF {
      (start, limit, text) = (3, 3, 3)
    } else if transcoder == nil, isTold {
      isWindows = true
      let buffer = UnsafeMutableRawPointer.allocate(byteCount: Self.chunk, alignment: 16)
      staging = buffer
      let count = end
      memcpy(buffer, base, count)
      end = 0
      transcode(UnsafeRawBufferPointer(start: buffer, count: count))
    }
    check()
  }
}
