internal import QixShake
internal import QixSound

/// How commands take music that isn't a stranger's: as a WAV file, or as its samples alone.
struct SoundOptions: Sendable {
  static let raw = OldOption(
    "raw", .choice(SampleFormat.allCases.map(\.rawValue)), placeholder: "FORMAT",
    "Samples without a header, as this format has them: s16le, s24le, s32le, f32le")
  static let rate = OldOption<Int64>(
    "rate", .integer(in: 16_000...192_000), placeholder: "HZ", "Of raw samples, a second")
  static let channels = OldOption<Int64>(
    "channels", .integer(in: 1...8), placeholder: "N", "Of raw samples: they alternate")
  static var parameters: [any Parameter] { [raw, rate, channels] }

  private let shape: SoundShape?

  init(_ arguments: Arguments) throws {
    let format = arguments[Self.raw].flatMap(SampleFormat.init), rate = arguments[Self.rate]
    let channels = arguments[Self.channels]
    if let format {
      guard let rate, let channels else {
        throw UsageError("--raw needs --rate and --channels", hint: "As in --raw s16le --rate 48000 --channels 2.")
      }
      shape = SoundShape(format: format, rate: Int(rate), channels: Int(channels), hasHeader: false)
    } else {
      guard rate == nil, channels == nil else {
        throw UsageError("--rate and --channels go with --raw", hint: "A WAV file says them itself.")
      }
      shape = nil
    }
  }

  /// Whether no header is there to be looked at.
  var isRaw: Bool { shape != nil }

  /// Opens music of the caller's; `-` is standard input.
  /// - Parameter option: where it was named.
  /// - Throws: `InputError`, `ContentWithheld`, `SoundStreamError`, `StadiumShakeError`.
  func open(_ path: String, option: String, in terminal: Terminal) throws -> SoundStream {
    let input = try terminal.keptInput(from: path, option: option)
    let stream = try SoundStream({ try input.read(into: $0) }, raw: shape)
    guard Recording.rates.contains(stream.shape.rate) else { throw StadiumShakeError.unfitRate(stream.shape.rate) }
    guard stream.shape.channels <= Recording.mostChannels else {
      throw StadiumShakeError.tooManyChannels(stream.shape.channels)
    }
    return stream
  }
}
