internal import Glibc
internal import QixShake

/// `qix stadium analyse`
struct AnalyseRecording: OldCommand {
  static let at = OldOption(
    "at", .timestamp, "When the recording begins; without it all of the event is searched, which takes longer")
  private static let file = OldPositional(
    "file", .file, "A recording: WAV, FLAC, Ogg, Opus or MP3, up to ten minutes; - is standard input")

  static let declaration = Declaration(
    "analyse", "Say how well a recording can be understood, for whoever places loudspeakers.", roles: [.operator],
    discussion: """
      Looks at each ten seconds: whether the mark is there and how surely, signal to noise, reverberation, and the \
      difference of the recorder's clock. Where the event has the piece that is played, signal to noise and \
      reverberation are measured against it; else they are estimates from the levels alone.
      """,
    parameters: [EventNamed.event, at, ChartOutput.svg, file],
    examples: [
      Example("qix stadium analyse --event derby --at 2027-06-12T20:15:00+02:00 block-b.ogg", "a walk through a block"),
      Example("qix stadium analyse --event derby rehearsal.wav --svg rehearsal.svg", "signal to noise as a picture"),
    ])

  private let event: String
  private let at: Timestamp?
  private let chart: ChartOutput
  private let file: String

  init(_ arguments: Arguments) throws {
    event = try arguments.require(EventNamed.event)
    at = arguments[Self.at]
    chart = ChartOutput(path: arguments[ChartOutput.svg])
    file = try arguments.require(Self.file)
  }

  func run(in context: Context) throws {
    try chart.requirePlace()
    let event = try context.database.read { try Event.require(self.event, in: $0) }
    let study = try RecordingStudy.of(file, for: event, at: at, option: Self.file.form.label, context)
    let terminal = context.terminal
    // An SVG on standard output is all that is there.
    if chart.path != "-" {
      try terminal.emit(Self.document(study, event, isForPerson: terminal.globals.format == .human))
    }
    if chart.draws(in: terminal), chart.path != nil || !terminal.globals.isQuiet {
      try chart.show(Self.chart(of: study, event), isBelow: true, in: terminal)
    }
  }

  private static func document(_ study: Study, _ event: Event, isForPerson: Bool) -> Document {
    var document = Document("stadium.analyse/1")
    let ratios = study.stretches.flatMap(\.ratio)
    let best = study.marks.max { $0.score < $1.score }
    document.field("event", "event", .text(event.name))
    document.field("found", "mark found", .boolean(best != nil))
    document.field("seconds", "seconds", .decimal(Double(study.head.milliseconds) / 1_000, places: 1))
    document.field("format", "format", .text(study.head.format))
    document.field("rate", "samples a second", .integer(study.head.rate))
    document.field("channels", "channels", .integer(study.head.channels))
    document.field("marked_stretches", "stretches with a mark", .integer(Int64(study.marks.count)))
    document.field("score", "best score", best.map { .decimal($0.score, places: 1) } ?? .missing)
    document.field("confidence", "confidence", best == nil ? .missing : .text(confidence(study)))
    document.field(
      "signal_to_noise", "signal to noise, dB",
      ratios.isEmpty ? .missing : .decimal(ratios.reduce(0, +) / Double(ratios.count), places: 1))
    document.field(
      "reverberation", "reverberation, s", study.reverberation.map { .decimal($0, places: 1) } ?? .missing)
    document.field("clock", "clock difference, ppm", study.clock.map { .decimal($0, places: 0) } ?? .missing)
    document.field("basis", "measured against", .text(study.isInformed ? "original" : "levels"))
    document.table(
      "stretches", title: "Ten seconds each", columns: columns, rows: study.stretches.map { cells($0, event) })
    if !isForPerson {
      document.table(
        "seconds_of_signal", title: "Signal to noise",
        columns: [Column("second", "SECOND", alignment: .trailing), Column("decibels", "DB", alignment: .trailing)],
        rows: points(study).map { [.decimal($0.x, places: 1), .decimal($0.y, places: 1)] })
    }
    return document
  }

  private static let columns = [
    Column("from", "FROM, S", alignment: .trailing), Column("slot", "SLOT", alignment: .trailing),
    Column("played", "PLAYED FROM"), Column("score", "SCORE", alignment: .trailing),
    Column("threshold", "NEEDED", alignment: .trailing), Column("signal_to_noise", "S/N, DB", alignment: .trailing),
    Column("reverberation", "REVERB, S", alignment: .trailing), Column("clock", "CLOCK, PPM", alignment: .trailing),
    Column("piece", "PIECE"),
  ]

  private static func cells(_ stretch: Study.Stretch, _ event: Event) -> [Cell] {
    let mark = stretch.mark
    return [
      .decimal(Double(stretch.from) / 1_000, places: 1), mark.map { .integer($0.slot) } ?? .missing,
      mark.map { .timestamp(event.start(ofSlot: $0.slot)) } ?? .missing,
      stretch.score.map { .decimal($0, places: 1) } ?? .missing,
      stretch.threshold.map { .decimal($0, places: 1) } ?? .missing,
      stretch.ratio.isEmpty
        ? .missing : .decimal(stretch.ratio.reduce(0, +) / Double(stretch.ratio.count), places: 1),
      stretch.reverberation.map { .decimal($0, places: 1) } ?? .missing,
      mark.map { .decimal($0.clock, places: 0) } ?? .missing, mark?.piece.map(Cell.text) ?? .missing,
    ]
  }

  /// In words, by the least probability that a recording without a mark had such a score.
  private static func confidence(_ study: Study) -> String {
    let chance = study.stretches.filter { $0.mark != nil }.map(\.falseAccept).min() ?? 1
    return "one in 10^\(Int((-log10(max(chance, 1e-99))).rounded(.down))) by chance"
  }

  private static func points(_ study: Study) -> [Chart.Point] {
    study.stretches.flatMap { stretch in
      stretch.ratio.enumerated().map { Chart.Point(Double(stretch.from) / 1_000 + Double($0), $1) }
    }
  }

  private static func chart(of study: Study, _ event: Event) -> Chart {
    let scores = study.stretches.compactMap { stretch in
      stretch.score.map { Chart.Point(Double(stretch.from) / 1_000, $0) }
    }
    let needed = study.stretches.compactMap { stretch in
      stretch.threshold.map { Chart.Point(Double(stretch.from) / 1_000, $0) }
    }
    return Chart(
      title: "How well the recording can be understood",
      subtitle: "event \(event.name): a mark is there where its score is above what is needed",
      x: Chart.Axis("second"), y: Chart.Axis("dB; deviations"),
      series: [
        Chart.Series("signal to noise, dB", .line, points(study)), Chart.Series("score of the mark", .step, scores),
        Chart.Series("needed", .step, needed),
      ])
  }
}
