internal import QixShake
internal import QixSound
internal import QixWatermark

/// `qix stadium embed`
struct EmbedMark: Command {
  static let declaration = Declaration(
    "embed", "Add a watermark to music, so that recordings show where and when they were made.", roles: [.operator],
    discussion: """
      Works on files and on streams, with 40 ms delay; format, rate and number of samples stay the same. A file is \
      written as OUT.partial first. Start playing exactly at --start, because recordings count only in the current \
      slot and those beside it. The watermark stays below the masking threshold in each channel and in the sum of all. \
      The ratio to the threshold is measured in each critical band.
      """,
    examples: [
      Example(
        "qix stadium embed --event derby --start 2027-06-12T20:00:00+02:00 anthem.wav anthem-marked.wav "
          + "--report anthem.svg", "a piece played at eight"),
      Example(
        "qix stadium embed --event derby --raw s16le --rate 48000 --channels 2 - - < desk > loudspeakers",
        "from a live mixer, starting now"),
    ],
    answer: AnswerShape("stadium.embed/1", EmbeddingReport.fields))

  private let option = EventOption()
  @Option(
    "start", .start, "When the first sample will be heard (default for standard input: now)")
  private var start: Timestamp?
  @Option(
    "strength", .integer(in: -30 ... -10), placeholder: "DB",
    "Level of the watermark in its band relative to the music, -30 to -10 dB", default: "-17")
  private var strength: Int64
  @Flag(
    "ultrasound", "Also add chirps between 18 and 20 kHz, for phones within ten metres; young people may hear them"
  )
  private var hasUltrasound: Bool
  @Option(
    "report", .output(.derived),
    """
    Write how far the watermark stays below the music: a chart (.svg) or the numbers (.json)
    """)
  private var report: String?
  private let sound = SoundOptions()
  @Positional("in", .file, "The music: a WAV file") private var input: String
  @Positional("out", .output(.derived), "The file for the watermarked music; - is standard output")
  private var output: String

  func check() throws {
    try sound.check()
    guard start != nil || input == "-" else {
      throw UsageError(
        "--start is needed for a file", hint: "Write the time when its first sample will be played.")
    }
    if output == "-", report == "-" {
      throw UsageError("the music and the report can't both go to standard output", hint: "Name a file for one.")
    }
  }

  func run(in context: Context) throws -> Document {
    let reportPlace = try report.map { try EmbeddingReport.Place($0) }
    if let report { try OutputFile.requirePlace(report) }
    try OutputFile.requirePlace(output)
    guard !FileIdentity.isOne(input, output) else {
      throw UsageError(
        "IN and OUT are the same file, so the original music would be lost", hint: "Name another file for OUT.")
    }
    var stream = try sound.open(input, option: "IN", in: context.face)
    let event = try context.database.read { try Event.require(option.name, in: $0) }
    let start = self.start ?? context.clock.now()
    let (slot, passed) = try event.place(of: start)
    let keys = try EventKeys.open(event, context)
    try Watermark.load()
    var settings = Embedder.Settings()
    settings.level = Double(strength)
    settings.slotPeriods = event.slotPeriods
    settings.hasUltrasound = hasUltrasound
    guard !hasUltrasound || stream.shape.rate >= UltrasoundFormat.leastRate else {
      throw StadiumShakeError.noRoomForUltrasound(stream.shape.rate)
    }
    var embedder = Embedder(
      book: keys.book, first: Payload(event: UInt32(event.number), slot: UInt16(slot)), offset: Double(passed) / 1e6,
      rate: stream.shape.rate, channels: stream.shape.channels, settings: settings)
    // Nothing half done stays where somebody stops it.
    context.face.catchInterruption()
    let place = try SoundOutput(output, stream.shape, context.face)
    // The first samples that come out stand before the music.
    var early = embedder.latency, frames: Int64 = 0
    do {
      while let blocks = try stream.next() {
        try context.face.interruption.check()
        frames += Int64(blocks[0].count)
        try place.write(Self.late(embedder.process(blocks), &early))
      }
      guard !stream.isCutShort else { throw SoundStreamError.cutShort }
      guard frames > 0 else { throw StadiumShakeError.tooShort }
      try place.write(Self.late(embedder.finish(), &early))
      try place.finish()
    } catch {
      place.abandon()
      throw error
    }
    let report = EmbeddingReport(
      embedder.report, of: event, start: start, seconds: Double(frames) / Double(stream.shape.rate))
    if let reportPlace { try report.write(to: reportPlace, in: context.face) }
    var document = report.document
    if output == "-" {
      document.isSilent = true
      document.note("\(report.sentence)")
    }
    return document
  }

  /// Blocks without those of the samples that come before the music.
  private static func late(_ blocks: [[Float]], _ early: inout Int) -> [[Float]] {
    guard early > 0, let count = blocks.first?.count else { return blocks }
    let cut = min(early, count)
    early -= cut
    return blocks.map { Array($0.dropFirst(cut)) }
  }
}
