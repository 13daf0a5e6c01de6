package import QixKernel

/// The form of a stream of sound: as a WAV file, or as its samples alone.
package struct SoundShape: Sendable, Equatable {
  package let format: SampleFormat
  /// Samples a second.
  package let rate: Int
  package let channels: Int
  /// Whether a header stands before the samples.
  package let hasHeader: Bool
  /// Samples of each channel, as the header says; nil where it doesn't, as in a stream without a known end.
  package var frames: Int?
  /// Where the channels' loudspeakers stand, as the header says (`dwChannelMask`); nil where it doesn't.
  package var layout: UInt32?

  package init(
    format: SampleFormat, rate: Int, channels: Int, hasHeader: Bool, frames: Int? = nil, layout: UInt32? = nil
  ) {
    self.format = format
    self.rate = rate
    self.channels = channels
    self.hasHeader = hasHeader
    self.frames = frames
    self.layout = layout
  }

  /// Bytes of one sample of every channel.
  package var frameBytes: Int { format.bytes * channels }

  /// `WAVE_FORMAT_EXTENSIBLE`, and what stands behind the code in its sub-format, a GUID.
  fileprivate static let extensible = 0xFFFE
  private static let subFormat: [UInt8] = [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]

  /// The header of a WAV file; without a length its sizes are the greatest that there are, which players take for an
  /// open end.
  package var header: [UInt8] {
    var bytes: [UInt8] = []
    func put(_ value: Int, _ count: Int) {
      for place in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * place))) }
    }
    let length = frames.map { $0 * frameBytes }.flatMap { $0 <= 0xFFFF_FF00 ? $0 : nil }
    let formBytes = layout == nil ? 16 : 40, code = format == .f32le ? 3 : 1
    bytes += Array("RIFF".utf8)
    put(length.map { $0 + $0 % 2 + formBytes + 20 } ?? 0xFFFF_FFFF, 4)
    bytes += Array("WAVEfmt ".utf8)
    put(formBytes, 4)
    put(layout == nil ? code : Self.extensible, 2)
    put(channels, 2)
    put(rate, 4)
    put(rate * frameBytes, 4)
    put(frameBytes, 2)
    put(8 * format.bytes, 2)
    if let layout {
      put(22, 2)
      put(8 * format.bytes, 2)
      put(Int(layout), 4)
      put(code, 2)
      bytes += Self.subFormat
    }
    bytes += Array("data".utf8)
    put(length ?? 0xFFFF_FFFF, 4)
    return bytes
  }

  /// Bytes of samples, channel by channel, as they stand behind the header.
  package func data(_ channels: [[Float]]) -> [UInt8] { format.data(channels) }
}

/// Reads a WAV file or raw samples as they come.
package struct SoundStream {
  /// Gives some bytes into the front of a buffer, 0 at the end.
  package typealias Source = (UnsafeMutableRawBufferPointer) throws -> Int

  package let shape: SoundShape
  private let source: Source
  /// Bytes that were read and not given yet.
  private var waiting: [UInt8]
  /// Bytes of samples that are still to come; nil for all up to the end.
  private var left: Int?
  /// Whether it ended before its header says. Known at the end.
  package private(set) var isCutShort = false
  private var buffer = [UInt8](repeating: 0, count: 1 << 14)

  /// - Parameter raw: the samples' shape where no header stands before them.
  /// - Throws: `SoundStreamError`, what the source throws.
  package init(_ source: @escaping Source, raw: SoundShape? = nil) throws {
    self.source = source
    if let raw {
      (shape, waiting, left) = (raw, try Self.headless(source), nil)
      return
    }
    var reader = HeaderReader(source: source)
    let found = try reader.read()
    (shape, left, waiting) = (found.shape, found.bytes, [])
  }

  /// The first bytes of raw samples, which are none where they are a file's header.
  private static func headless(_ source: Source) throws -> [UInt8] {
    var head: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 12)
    while head.count < buffer.count {
      let count = try buffer.withUnsafeMutableBytes {
        try source(UnsafeMutableRawBufferPointer(rebasing: $0.prefix(12 - head.count)))
      }
      guard count > 0 else { break }
      head += buffer[..<count]
    }
    let isWave = head.starts(with: Array("RIFF".utf8)) && head.dropFirst(8).starts(with: Array("WAVE".utf8))
    let isMP4 = head.dropFirst(4).starts(with: Array("ftyp".utf8))
    guard !isWave, !isMP4, !["fLaC", "OggS", "ID3"].contains(where: { head.starts(with: Array($0.utf8)) }) else {
      throw Failure(
        "sound.not-raw", .usage, "the raw samples begin with the header of a WAV, FLAC, Ogg, MP3 or MP4 file",
        hint: "For a WAV file, leave out --raw, --rate and --channels. Convert other files to WAV.")
    }
    return head
  }

  /// Samples of each channel as they came, at least one; nil at the end. What is cut short of a whole frame is left out.
  package mutating func next() throws -> [[Float]]? {
    while true {
      let whole = waiting.count / shape.frameBytes * shape.frameBytes
      if whole > 0 {
        let samples = shape.format.samples(waiting[..<whole], channels: shape.channels)
        waiting.removeFirst(whole)
        return samples
      }
      guard left != 0 else { return nil }
      let count = try buffer.withUnsafeMutableBytes { bytes in
        try source(UnsafeMutableRawBufferPointer(rebasing: bytes.prefix(min(bytes.count, left ?? bytes.count))))
      }
      guard count > 0 else {
        isCutShort = left != nil
        left = 0
        return nil
      }
      if let left { self.left = left - count }
      waiting += buffer[..<count]
    }
  }
}

/// Reads a WAV file's chunks up to the samples.
private struct HeaderReader {
  let source: SoundStream.Source

  /// Bytes that may stand before the samples, such as pictures.
  private static let most = 16 << 20

  mutating func read() throws -> (shape: SoundShape, bytes: Int?) {
    let head = try take(12)
    guard head.starts(with: Array("RIFF".utf8)), Array(head[8...]) == Array("WAVE".utf8) else {
      throw SoundStreamError.noWave
    }
    var shape: SoundShape?, passed = 0
    while true {
      let chunk = try take(8), length = Self.number(chunk[4..<8])
      let name = String(decoding: chunk[..<4], as: UTF8.self)
      if name == "data" {
        guard let shape else { throw SoundStreamError.damaged }
        // 0 and the greatest number stand for an end that was unknown when it was written.
        let isOpen = length == 0 || length >= 0xFFFF_FF00
        return (
          SoundShape(
            format: shape.format, rate: shape.rate, channels: shape.channels, hasHeader: true,
            frames: isOpen ? nil : length / shape.frameBytes, layout: shape.layout), isOpen ? nil : length
        )
      }
      passed += length
      guard passed <= Self.most else { throw SoundStreamError.damaged }
      let body = try take(length + length % 2)
      if name == "fmt " { shape = try Self.shape(body) }
    }
  }

  private static func shape(_ body: [UInt8]) throws -> SoundShape {
    guard body.count >= 16 else { throw SoundStreamError.damaged }
    var code = number(body[0..<2])
    let bits = number(body[14..<16])
    var layout: UInt32?
    // The code stands at the beginning of the sub-format.
    if code == SoundShape.extensible, body.count >= 26 {
      layout = UInt32(number(body[20..<24]))
      code = number(body[24..<26])
    }
    let format: SampleFormat
    switch (code, bits) {
    case (1, 16): format = .s16le
    case (1, 24): format = .s24le
    case (1, 32): format = .s32le
    case (3, 32): format = .f32le
    default:
      throw Failure(
        "sound.encoding", .usage,
        "the WAV file's samples are neither whole numbers of 16, 24 or 32 bits nor floating-point numbers of 32",
        hint: "Save it as 24 bits PCM, or as 32 bits floating point.")
    }
    let shape = SoundShape(
      format: format, rate: number(body[4..<8]), channels: number(body[2..<4]), hasHeader: true, layout: layout)
    guard shape.channels > 0, number(body[12..<14]) == shape.frameBytes else { throw SoundStreamError.damaged }
    return shape
  }

  private func take(_ count: Int) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count), filled = 0
    while filled < count {
      let got = try bytes.withUnsafeMutableBytes { try source(UnsafeMutableRawBufferPointer(rebasing: $0[filled...])) }
      guard got > 0 else {
        guard count == 12 else { throw SoundStreamError.damaged }
        guard filled == 0 else { throw SoundStreamError.noWave }
        throw Failure("sound.empty", .usage, "the sound is empty", hint: "Check the program that writes it.")
      }
      filled += got
    }
    return bytes
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reversed().reduce(0) { $0 << 8 | Int($1) } }
}

/// Why a stream of sound can't be read. No sentence has the file's name in it.
package enum SoundStreamError: Failing, Equatable {
  case noWave, damaged, cutShort

  package var failure: Failure {
    switch self {
    case .noWave:
      Failure(
        "sound.no-wave", .usage, "the sound is not a WAV file",
        hint: "Give a WAV file, or raw samples with --raw, --rate and --channels.")
    case .cutShort:
      Failure(
        "sound.cut-short", .usage, "the WAV file ends before its header says",
        hint: "Use the whole file.")
    case .damaged:
      Failure(
        "sound.damaged", .usage, "the WAV file's header is damaged, or was cut short", hint: "Use the original file.")
    }
  }
}
