internal import QixShake
internal import QixSound
internal import QixWatermark

/// `qix stadium piece add`
struct AddPiece: Command {
  static let declaration = Declaration(
    "add", "Add a piece of a show's original music, to hear its watermark better.",
    roles: [.operator],
    discussion: """
      With the original music, the watermark is found in half the time, even in loud noise and echoes. With --start, \
      only the part playing at that time is compared. Pieces without --start are compared whole, twenty minutes at \
      most. qix keeps 16,000 samples a second at 16 bits, 2 MB per minute.
      """,
    examples: [
      Example(
        "qix stadium piece add anthem anthem.wav --event derby --start 2027-06-12T20:00:00+02:00",
        "a piece played at eight")
    ],
    answer: AnswerShape("stadium.piece-add/1", fields), effect: .changes)

  private static let fields: [Field<(event: String, piece: Piece)>] = [
    Field("event", .text) { $0.event },
    Field("name", .text) { $0.piece.name },
    Field("start", .time) { $0.piece.start },
    Field("seconds", .decimal(places: 1)) { $0.piece.seconds },
  ]

  private let option = EventOption()
  @Option("start", .start, "When its first sample plays, such as --start of embed (default: any time)")
  private var start: Timestamp?
  private let sound = SoundOptions()
  @Positional("name", .text, "The piece's name") private var name: String
  @Positional("file", .file, "The music without a watermark: a WAV file") private var file: String

  func check() throws {
    try sound.check()
    try EventNamed.check(name, of: "piece")
  }

  func run(in context: Context) throws -> Document {
    let event = option.name
    var stream = try sound.open(file, option: "FILE", in: context.face)
    let bytes = try Self.samples(of: &stream)
    let now = context.clock.now()
    let piece = try context.change("stadiumshake.piece-add", subject: "\(event)/\(name)") { connection, _ in
      let event = try Event.require(event, in: connection)
      if let start { _ = try event.place(of: start) }
      guard try Piece.find(name, of: event, in: connection) == nil else {
        throw StadiumShakeError.nameTaken(name, of: "piece")
      }
      try Piece.insert(name, of: event, start: start, bytes, at: now, in: connection)
      return try Piece.require(name, of: event, in: connection)
    }
    var document = Document("stadium.piece-add/1", Self.fields, of: (event: event, piece: piece))
    document.primary = piece.name
    return document
  }

  /// Bytes of a stream's samples as pieces are kept.
  private static func samples(of stream: inout SoundStream) throws -> [UInt8] {
    let rate = stream.shape.rate
    var resampler = Resampler(from: Double(rate), to: Double(MarkFormat.rate))
    var bytes: [UInt8] = []
    func keep(_ samples: [Float]) { bytes += SampleFormat.s16le.data([samples]) }
    while let channels = try stream.next() {
      var mono = channels[0]
      for other in channels.dropFirst() { for index in mono.indices { mono[index] += other[index] } }
      // What is no number is silence.
      mono = mono.map { $0.isFinite ? max(-100, min(100, $0)) / Float(channels.count) : 0 }
      keep(rate == MarkFormat.rate ? mono : resampler.process(mono))
      guard bytes.count <= 2 * MarkFormat.rate * Piece.longest else {
        throw Failure(
          "stadiumshake.piece-too-long", .usage, "the piece lasts longer than \(Piece.longest / 60) minutes",
          hint: "Cut it in two, and give each its --start.")
      }
    }
    if rate != MarkFormat.rate { keep(resampler.finish()) }
    guard !stream.isCutShort else { throw SoundStreamError.cutShort }
    guard !bytes.isEmpty else { throw StadiumShakeError.tooShort }
    return bytes
  }
}
