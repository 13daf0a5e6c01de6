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
    switch Int(code) {
    case QIX_SOUND_OK: break
    case QIX_SOUND_UNKNOWN: throw .unknownFormat
    case QIX_SOUND_TOO_LONG: throw .tooLongToHear
    case QIX_SOUND_RATE: throw .unfitRate
    case QIX_SOUND_CHANNELS: throw .tooManyChannels
    case QIX_SOUND_NO_MEMORY: throw .tooMuch
    default: throw .damaged
    }
    guard let samples = found.samples, found.count > 0, found.frames >= found.count, found.rate > 0,
      let format = Recording.Format(found.format)
    else { throw .damaged }
    return Recording(
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
