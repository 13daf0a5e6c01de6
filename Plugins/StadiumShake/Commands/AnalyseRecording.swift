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
    answer: AnswerShape("stadium.analyse/1", fields), route: .at("POST /v1/stadiums/analyse"))

  private let option = EventOption()
  private let begin = BeginOption()
  private let picture = ChartOption()
  @Positional("file", .file, "A recording: WAV, FLAC, Ogg, MP3, MP4 or WebM, up to ten minutes")
  private var file: String

  func run(in context: Context) throws -> Document {
    try picture.requirePlace()
    let event = try context.database.read { try Event.require(option.name, in: $0) }
    let study = try RecordingStudy.of(file, for: event, at: begin.moment, option: $file.label.description, context)
    var document = Document("stadium.analyse/1", Self.fields, of: (study: study, event: event))
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

  private static let fields: [Field<(study: Study, event: Event)>] = [
    Field("event", .text) { $0.event.name },
    Field("found", .boolean, "mark found") { !$0.study.marks.isEmpty },
    Field("seconds", .decimal(places: 1)) { Double($0.study.head.milliseconds) / 1_000 },
    Field("format", .text) { $0.study.head.format },
    Field("rate", .integer, "samples a second") { $0.study.head.rate },
    Field("channels", .integer) { $0.study.head.channels },
    Field("marked_stretches", .count, "stretches with a watermark") { $0.study.marks.count },
    Field("score", .decimal(places: 1), "best score") { $0.study.marks.map(\.score).max() },
    Field("confidence", .text) { $0.study.marks.isEmpty ? nil : confidence($0.study) },
    Field("signal_to_noise", .decimal(places: 1), "signal to noise, dB") { $0.study.stretches.flatMap(\.ratio).mean },
    Field("reverberation", .decimal(places: 1), "reverberation, s") { $0.study.reverberation },
    Field("clock", .decimal(places: 0), "clock difference, ppm") { $0.study.clock },
    Field("basis", .text, "measured against") { $0.study.isInformed ? "original" : nil },
    Field("stretches", rows: stretch, title: "Ten seconds each") { row in
      row.study.stretches.map { (stretch: $0, event: row.event) }
    },
    // A person sees the chart.
    Field(optional: "seconds_of_signal", rows: second, title: "Signal to noise", shown: { _ in false }) {
      points($0.study)
    },
  ]

  private static let stretch: [Field<(stretch: Study.Stretch, event: Event)>] = [
    Field("from", .decimal(places: 1), "FROM, S") { Double($0.stretch.from) / 1_000 },
    Field("slot", .integer) { $0.stretch.mark?.slot },
    Field("played", .time, "PLAYED FROM") { row in row.stretch.mark.map { row.event.start(ofSlot: $0.slot) } },
    Field("score", .decimal(places: 1).promised) { $0.stretch.score },
    Field("threshold", .decimal(places: 1).promised, "NEEDED") { $0.stretch.threshold },
    Field("signal_to_noise", .decimal(places: 1), "S/N, DB") { $0.stretch.ratio.mean },
    Field("reverberation", .decimal(places: 1), "REVERB, S") { $0.stretch.reverberation },
    Field("clock", .decimal(places: 0), "CLOCK, PPM") { $0.stretch.mark?.clock },
    Field("piece", .text) { $0.stretch.mark?.piece },
    // Empty where there is nothing but the band of the music, as nearly everywhere.
    Field("layer", .text) { $0.stretch.mark?.isUltrasound == true ? "ultrasound" : nil },
  ]

  private static let second: [Field<Chart.Point>] = [
    Field("second", .decimal(places: 1)) { $0.x },
    Field("decibels", .decimal(places: 1), "DB") { $0.y },
  ]

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

extension [Double] {
  /// Nil of none.
  fileprivate var mean: Double? { isEmpty ? nil : reduce(0, +) / Double(count) }
}
