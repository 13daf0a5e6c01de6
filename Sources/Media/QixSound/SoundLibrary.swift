internal import CSound
internal import QixLens
internal import QixLibraries

/// libsndfile behind `qix_sound.h`.
struct SoundLibrary: Sendable {
  private typealias Decode =
    @convention(c) (
      UnsafePointer<UInt8>?, Int, UnsafePointer<qix_sound_wish>?, UnsafeMutablePointer<qix_sound>?
    ) -> Int32
  private typealias Free = @convention(c) (UnsafeMutablePointer<qix_sound>?) -> Void

  private let decode: Decode
  private let free: Free

  static let loaded = Result { () throws(LibraryError) in try SoundLibrary() }

  private init() throws(LibraryError) {
    let library = try LateLibrary.sound.load()
    let interface = try library.function("qix_sound_interface", as: (@convention(c) () -> Int32).self)
    guard interface() == QIX_SOUND_INTERFACE else { throw .unfit(.sound, lacks: "interface \(QIX_SOUND_INTERFACE)") }
    decode = try library.function("qix_sound_decode", as: Decode.self)
    free = try library.function("qix_sound_free", as: Free.self)
    try library.function("qix_sound_prepare", as: (@convention(c) () -> Void).self)()
  }

  func decode(_ file: [UInt8], _ wish: qix_sound_wish) throws(LensFault) -> Recording {
    var (wish, found) = (wish, qix_sound())
    let code = file.withUnsafeBufferPointer { decode($0.baseAddress, $0.count, &wish, &found) }
    defer { free(&found) }
    return try Recording(found, code, Recording.Format(found.format))
  }
}

/// libfaad2 and libopus behind the same header.
struct PacketLibrary: Sendable {
  private typealias Decode =
    @convention(c) (
      UnsafePointer<UInt8>?, Int, UnsafePointer<qix_sound_track>?, UnsafePointer<qix_sound_wish>?,
      UnsafeMutablePointer<qix_sound>?
    ) -> Int32
  private typealias Free = @convention(c) (UnsafeMutablePointer<qix_sound>?) -> Void

  private let decode: Decode
  private let free: Free

  static let loaded = Result { () throws(LibraryError) in try PacketLibrary() }

  private init() throws(LibraryError) {
    let library = try LateLibrary.packets.load()
    let interface = try library.function("qix_packets_interface", as: (@convention(c) () -> Int32).self)
    guard interface() == QIX_SOUND_INTERFACE else { throw .unfit(.packets, lacks: "interface \(QIX_SOUND_INTERFACE)") }
    decode = try library.function("qix_packets_decode", as: Decode.self)
    free = try library.function("qix_packets_free", as: Free.self)
  }

  func decode(_ file: [UInt8], _ track: PacketTrack, _ wish: qix_sound_wish) throws(LensFault) -> Recording {
    var (wish, found) = (wish, qix_sound())
    let packets = track.packets.map { qix_sound_packet(offset: UInt64($0.lowerBound), size: UInt64($0.count)) }
    let code = file.withUnsafeBufferPointer { file in
      track.setup.withUnsafeBufferPointer { setup in
        packets.withUnsafeBufferPointer { packets in
          var track = qix_sound_track(
            codec: Int32(track.codec == .aac ? QIX_SOUND_AAC : QIX_SOUND_OPUS), channels: Int32(track.channels),
            setup: setup.baseAddress, setup_size: setup.count, packets: packets.baseAddress, count: packets.count)
          return decode(file.baseAddress, file.count, &track, &wish, &found)
        }
      }
    }
    defer { free(&found) }
    return try Recording(found, code, track.format)
  }
}

extension Recording {
  /// Checks what a library has decoded.
  /// - Parameter code: `QIX_SOUND_…`
  fileprivate init(_ found: qix_sound, _ code: Int32, _ format: Format?) throws(LensFault) {
    switch Int(code) {
    case QIX_SOUND_OK: break
    case QIX_SOUND_UNKNOWN: throw .unknownFormat
    case QIX_SOUND_TOO_LONG: throw .tooLongToHear
    case QIX_SOUND_RATE: throw .unfitRate
    case QIX_SOUND_CHANNELS: throw .tooManyChannels
    case QIX_SOUND_NO_MEMORY: throw .tooMuch
    default: throw .damaged
    }
    guard let samples = found.samples, found.count > 0, found.frames >= found.count, found.rate > 0, let format else {
      throw .damaged
    }
    self.init(
      samples: Array(UnsafeBufferPointer(start: samples, count: Int(found.count))), frames: Int(found.frames),
      rate: Int(found.rate), channels: Int(found.channels), format: format)
  }
}

extension Recording.Format {
  /// - Parameter code: `QIX_SOUND_…`
  fileprivate init?(_ code: Int32) {
    switch Int(code) {
    case QIX_SOUND_WAV: self = .wav
    case QIX_SOUND_FLAC: self = .flac
    case QIX_SOUND_OGG: self = .ogg
    case QIX_SOUND_MP3: self = .mp3
    default: return nil
    }
  }
}
