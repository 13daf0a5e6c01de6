internal import CampaignsContract
internal import QixShake

/// `qix video report`
struct ReportVideo: OldCommand {
  private static let chart = OldOption(
    "chart", .choice(["quartiles", "coverage"]), placeholder: "CHART",
    "Which one --svg writes: how far it was watched, or how much of it", default: "quartiles")

  static let declaration = Declaration(
    "report", "Show how a video was watched: how far, how much of it, and what didn't count.",
    roles: [.operator, .support, .auditor],
    discussion: """
      Quartiles are those of VAST, by the share that was watched: jumping to the end reaches none of them. Refusals are \
      those of the campaigns in which the video was watched.
      """,
    parameters: [VideoNamed.video, chart, ChartOutput.svg],
    examples: [
      Example("qix video report teaser", "with charts"),
      Example("qix video report teaser --chart coverage --svg teaser.svg", "one of them as a picture"),
      Example("qix video report teaser --json", "the numbers alone, for a program"),
    ])

  private let name: String
  private let chart: String
  private let output: ChartOutput

  init(_ arguments: Arguments) throws {
    name = try arguments.require(VideoNamed.video)
    chart = try arguments.require(Self.chart)
    output = ChartOutput(path: arguments[ChartOutput.svg])
  }

  func run(in context: Context) throws {
    try output.requirePlace()
    let activity: (any CampaignActivity)?
    do { activity = try context.service(Campaigns.activity) } catch is ServiceError { activity = nil }
    let (video, report) = try context.database.read { connection in
      let video = try Video.require(name, in: connection)
      return (video, try WatchReport(of: video, activity, in: connection))
    }
    let terminal = context.terminal
    // An SVG on standard output is all that is there.
    if output.path != "-" { try terminal.emit(Self.document(video, report)) }
    if output.path != nil {
      return try output.show(chart == "coverage" ? report.distribution : report.dropOff, in: terminal)
    }
    guard terminal.globals.format == .human, !terminal.globals.isQuiet, report.sessions > 0 else { return }
    for chart in [report.dropOff, report.distribution] {
      let lines = chart.terminalLines(width: min(terminal.width, 100), height: 14, color: terminal.colorsOutput)
      try terminal.write("\n" + lines.joined(separator: "\n") + "\n")
    }
  }

  private static func document(_ video: Video, _ report: WatchReport) -> Document {
    var document = Document("video.report/1")
    document.primary = video.name
    document.field("video", "video", .text(video.name))
    document.field("seconds", "seconds", .decimal(Double(video.length) / 1_000, places: 3))
    document.field("sessions", "sessions", .integer(report.sessions))
    document.field("users", "users", .integer(report.users))
    document.field("open", "open", .integer(report.open))
    document.field("finished", "finished", .integer(report.finished))
    document.field("completion", "finished, %", share(report.finished, of: report.sessions))
    document.field("asked", "asked", .integer(report.asked))
    document.field("answered", "answered", .integer(report.answered))
    document.field("right", "rightly", .integer(report.right))
    let count = Column("sessions", "SESSIONS", alignment: .trailing)
    document.table(
      "quartiles", title: "How far it was watched",
      columns: [Column("quartile", "QUARTILE"), count, Column("share", "%", alignment: .trailing)],
      rows: zip(Quartile.allCases, report.reached).map { quartile, sessions in
        [.text(quartile.name), .integer(sessions), share(sessions, of: report.sessions)]
      })
    document.table(
      "coverage", title: "How much of it was watched", columns: [Column("watched", "WATCHED"), count],
      rows: zip(WatchReport.tenths, report.coverage).map { [.text($0), .integer($1)] })
    document.table(
      "not_counted", title: "What didn't count",
      columns: [Column("cause", "CAUSE"), count, Column("times", "TIMES", alignment: .trailing)],
      rows: report.losses.map { [.text($0.loss.name), .integer($0.sessions), .integer($0.times)] })
    document.table(
      "refusals", title: "What was refused",
      columns: [Column("code", "CODE"), Column("count", "TIMES", alignment: .trailing)],
      rows: (report.refusals ?? []).map { [.text($0.code), .integer($0.count)] })
    return document
  }

  /// In percent; missing where there is nothing to take it of.
  private static func share(_ part: Int64, of whole: Int64) -> Cell {
    whole == 0 ? .missing : .decimal(Double(part) * 100 / Double(whole), places: 1)
  }
}
