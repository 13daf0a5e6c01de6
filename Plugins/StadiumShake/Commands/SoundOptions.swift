internal import QixShake
internal import QixSound

/// `--raw`, `--rate` and `--channels`, of commands that take music that isn't a stranger's: as a WAV file, or as its
/// samples alone.
struct SoundOptions: Sendable {
  @Option(
    "raw", .choice(SampleFormat.allCases, named: \.rawValue), placeholder: "FORMAT",
    "Read samples without a header, in this format: s16le, s24le, s32le, f32le")
  private var format: SampleFormat?
  @Option("rate", .integer(in: 16_000...192_000), placeholder: "HZ", "Samples per second, with --raw")
  private var rate: Int64?
  @Option("channels", .integer(in: 1...8), placeholder: "N", "Interleaved channels, with --raw")
  private var channels: Int64?

  /// Whether no header is there to be looked at.
  var isRaw: Bool { format != nil }

  /// - Throws: `UsageError` where some of the options are missing, or too many.
  func check() throws { _ = try shape() }

  private func shape() throws -> SoundShape? {
    guard let format else {
      guard rate == nil, channels == nil else {
        throw UsageError("--rate and --channels need --raw", hint: "A WAV file already contains both.")
      }
      return nil
    }
    guard let rate, let channels else {
      throw UsageError(
        "--raw needs --rate and --channels",
        hint: """
          Write, for example, --raw s16le --rate 48000 --channels 2.
          """)
    }
    return SoundShape(format: format, rate: Int(rate), channels: Int(channels), hasHeader: false)
  }

  /// Opens music of the caller's; `-` is standard input.
  /// - Parameter option: where it was named.
  /// - Throws: `InputError`, `ContentWithheld`, `SoundStreamError`, or a `Failure` if it can't be marked.
  func open(_ path: String, option: String, in face: any Face) throws -> SoundStream {
    let input = try face.keptInput(from: path, option: option)
    let stream = try SoundStream({ try input.read(into: $0) }, raw: shape())
    guard Recording.rates.contains(stream.shape.rate) else {
      throw Failure(
        "stadiumshake.rate-unfit", .usage,
        "the music has \(stream.shape.rate) samples a second; it needs 16,000 to 192,000",
        hint: "Convert it to 44,100 or 48,000.")
    }
    guard stream.shape.channels <= Recording.mostChannels else {
      throw Failure(
        "stadiumshake.too-many-channels", .usage,
        "the music has \(stream.shape.channels) channels; at most 8 are possible")
    }
    return stream
  }
}
