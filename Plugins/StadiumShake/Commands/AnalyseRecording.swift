internal import Glibc
internal import QixShake

/// `qix stadium analyse`
struct AnalyseRecording: Command {
  static let declaration = Declaration(
    "analyse", "Measure how well the watermark can be heard, for placing loudspeakers.", roles: [.operator],
    discussion: """
      For each ten seconds, shows the watermark's score, signal to noise, reverberation, and the recorder's clock \
      difference. Signal to noise and reverberation need the original piece in the event; without it, they are left \
      out.
      """,
    examples: [
      Example("qix stadium analyse --event derby --at 2027-06-12T20:15:00+02:00 block-b.ogg", "a walk through a block"),
      Example("qix stadium analyse --event derby rehearsal.wav --svg rehearsal.svg", "signal to noise as a chart"),
    ],
    answer: """
      stadium.analyse/1: event text, found boolean, seconds decimal, format text, rate integer, channels integer,
      marked_stretches integer, score decimal?, confidence text?, signal_to_noise decimal?, reverberation decimal?,
      clock decimal?, basis text?, stretches [from decimal, slot integer?, played time?, score decimal, threshold
      decimal, signal_to_noise decimal?, reverberation decimal?, clock decimal?, piece text?, layer text?], seconds_of_signal?
      [second decimal, decibels decimal]
      """, route: .at("POST /v1/stadiums/analyse"))

  private let option = EventOption()
  private let begin = BeginOption()
  private let picture = ChartOption()
  @Positional("file", .file, "A recording: WAV, FLAC, Ogg, MP3, MP4 or WebM, up to ten minutes")
  private var file: String

  func run(in context: Context) throws -> Document {
    try picture.requirePlace()
    let event = try context.database.read { try Event.require(option.name, in: $0) }
    let study = try RecordingStudy.of(file, for: event, at: begin.moment, option: $file.label.description, context)
    var document = Self.document(study, event, isForPerson: context.face.isForPeople)
    if picture.path != nil || context.face.screen != nil {
      document.draw(Self.chart(of: study, event), picture, in: context)
    }
    let unsearched = study.stretches.count { $0.score == nil }
    if begin.moment == nil, unsearched > 0 {
      document.warn(
        "\(unsearched.counted("stretch was", "stretches were")) not searched; say with --at when the recording begins.")
    }
    if !study.isInformed, !document.isSilent {
      document.note(
        "Signal to noise and reverberation need the original piece: add it with `qix stadium piece add`.")
    }
    return document
  }

  private static func document(_ study: Study, _ event: Event, isForPerson: Bool) -> Document {
    var document = Document("stadium.analyse/1")
    let ratios = study.stretches.flatMap(\.ratio)
    let best = study.marks.max { $0.score < $1.score }
    document.field("event", .text(event.name))
    document.field("found", "mark found", .boolean(best != nil))
    document.field("seconds", .decimal(Double(study.head.milliseconds) / 1_000, places: 1))
    document.field("format", .text(study.head.format))
    document.field("rate", "samples a second", .integer(study.head.rate))
    document.field("channels", .integer(study.head.channels))
    document.field("marked_stretches", "stretches with a watermark", .count(study.marks.count))
    document.field("score", "best score", .decimal(best?.score, places: 1))
    document.field("confidence", best == nil ? .missing : .text(confidence(study)))
    document.field("signal_to_noise", "signal to noise, dB", .decimal(ratios.mean, places: 1))
    document.field("reverberation", "reverberation, s", .decimal(study.reverberation, places: 1))
    document.field("clock", "clock difference, ppm", .decimal(study.clock, places: 0))
    document.field("basis", "measured against", study.isInformed ? .text("original") : .missing)
    document.table("stretches", title: "Ten seconds each", fields(event), rows: study.stretches)
    if !isForPerson {
      document.table(
        "seconds_of_signal", title: "Signal to noise",
        [
          RowField(number: "second") { .decimal($0.x, places: 1) },
          RowField(number: "decibels", "DB") { .decimal($0.y, places: 1) },
        ], rows: points(study))
    }
    return document
  }

  private static func fields(_ event: Event) -> [RowField<Study.Stretch>] {
    [
      RowField(number: "from", "FROM, S") { .decimal(Double($0.from) / 1_000, places: 1) },
      RowField(number: "slot") { .integer($0.mark?.slot) },
      RowField("played", "PLAYED FROM") { .timestamp($0.mark.map { event.start(ofSlot: $0.slot) }) },
      RowField(number: "score") { .decimal($0.score, places: 1) },
      RowField(number: "threshold", "NEEDED") { .decimal($0.threshold, places: 1) },
      RowField(number: "signal_to_noise", "S/N, DB") { .decimal($0.ratio.mean, places: 1) },
      RowField(number: "reverberation", "REVERB, S") { .decimal($0.reverberation, places: 1) },
      RowField(number: "clock", "CLOCK, PPM") { .decimal($0.mark?.clock, places: 0) },
      RowField("piece") { .text($0.mark?.piece) },
      // Empty where there is nothing but the band of the music, as nearly everywhere.
      RowField("layer") { .text($0.mark?.isUltrasound == true ? "ultrasound" : nil) },
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
    // From a stretch's beginning to its end, so that one alone is seen, too.
    func steps(_ value: (Study.Stretch) -> Double?) -> [Chart.Point] {
      study.stretches.flatMap { stretch in
        value(stretch).map { y in
          [stretch.from, stretch.to].map { Chart.Point(Double($0) / 1_000, y) }
        } ?? []
      }
    }
    return Chart(
      title: "How well the watermark can be heard",
      subtitle: "event \(event.name): the watermark is there if its score is above the threshold",
      x: Chart.Axis("second"), y: Chart.Axis("dB; deviations"),
      series: [
        Chart.Series("signal to noise, dB", .line, points(study)),
        Chart.Series("score of the watermark", .step, steps(\.score)),
        Chart.Series("needed", .step, steps(\.threshold)),
      ])
  }
}

extension Cell {
  /// A missing value for nil.
  fileprivate static func decimal(_ value: Double?, places: Int) -> Cell {
    value.map { .decimal($0, places: places) } ?? .missing
  }
}

extension [Double] {
  /// Nil of none.
  fileprivate var mean: Double? { isEmpty ? nil : reduce(0, +) / Double(count) }
}
