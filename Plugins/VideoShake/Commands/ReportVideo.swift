internal import CampaignsContract
internal import QixShake

/// `qix video report`
struct ReportVideo: Command {
  static let declaration = Declaration(
    "report", "Show how far and how much of a video was watched, and what didn't count.",
    roles: [.operator, .support, .auditor],
    discussion: """
      Quartiles are those of VAST, by the share watched, so jumping to the end reaches none. Refusals come from all \
      campaigns that used the video.
      """,
    examples: [
      Example("qix video report teaser", "with charts"),
      Example("qix video report teaser --chart coverage --svg teaser.svg", "one chart as a picture"),
      Example("qix video report teaser --json", "only the numbers, for a program"),
    ],
    answer: AnswerShape("video.report/1", WatchReport.fields))

  private let subject = VideoNamed()
  @Option(
    "chart", .choice(["quartiles", "coverage"]), placeholder: "CHART",
    "The chart for --svg: how far the video was watched, or how much", default: "quartiles")
  private var chart: String
  private let picture = ChartOption()

  func run(in context: Context) throws -> Document {
    try picture.requirePlace()
    let activity = try context.service(Campaigns.activity)
    let (video, report) = try context.database.read { connection in
      let video = try Video.require(subject.name, in: connection)
      return (video, try WatchReport(of: video, activity, in: connection))
    }
    var document = Document("video.report/1", WatchReport.fields, of: (video: video, report: report))
    document.primary = video.name
    if picture.path != nil {
      document.draw(chart == "coverage" ? report.distribution : report.dropOff, picture, in: context)
    } else if report.sessions > 0, context.face.screen != nil {
      document.draw([report.dropOff, report.distribution], height: 14, in: context)
    }
    return document
  }
}

extension WatchReport {
  fileprivate static let fields: [Field<(video: Video, report: WatchReport)>] =
    [Video.name, Video.seconds].of { $0.video } + facts.of { $0.report }

  private static let facts: [Field<WatchReport>] = [
    Field("sessions", .integer) { $0.sessions },
    Field("users", .integer) { $0.users },
    Field("open", .integer) { $0.open },
    Field("finished", .integer) { $0.finished },
    Field("completion", .percent(), "finished") { $0.share($0.finished) },
    Field("asked", .integer) { $0.asked },
    Field("answered", .integer) { $0.answered },
    Field("right", .integer, "rightly") { $0.right },
    Field("quartiles", rows: quartiles, title: "How far it was watched") { report in
      zip(Quartile.allCases, report.reached).map { ($0, $1, report.share($1)) }
    },
    Field("coverage", rows: covered, title: "How much of it was watched") {
      zip(tenths, $0.coverage).map { ($0, $1) }
    },
    Field("not_counted", rows: lost, title: "What didn't count") { $0.losses },
    Field("refusals", rows: refused, title: "What was refused") { $0.refusals ?? [] },
  ]

  private static let quartiles: [Field<(quartile: Quartile, sessions: Int64, share: Double?)>] = [
    Field("quartile", .text) { $0.quartile.name },
    Field("sessions", .integer) { $0.sessions },
    Field("share", .percent()) { $0.share },
  ]
  private static let covered: [Field<(watched: String, sessions: Int64)>] = [
    Field("watched", .text) { $0.watched },
    Field("sessions", .integer) { $0.sessions },
  ]
  private static let lost: [Field<(loss: Loss, sessions: Int64, times: Int64)>] = [
    Field("cause", .text) { $0.loss.name },
    Field("sessions", .integer) { $0.sessions },
    Field("times", .integer) { $0.times },
  ]
  private static let refused: [Field<(code: String, count: Int64)>] = [
    Field("code", .text.orNull) { $0.code },
    Field("count", .integer, "TIMES") { $0.count },
  ]

  /// In percent of all sessions; nil where there are none.
  private func share(_ part: Int64) -> Double? { sessions == 0 ? nil : Double(part) * 100 / Double(sessions) }
}
