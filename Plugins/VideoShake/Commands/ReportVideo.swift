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
    answer: """
      video.report/1: video text, seconds decimal, sessions integer, users integer, open integer, finished integer,
      completion decimal?, asked integer, answered integer, right integer, quartiles [quartile text, sessions integer,
      share decimal?], coverage [watched text, sessions integer], not_counted [cause text, sessions integer, times
      integer], refusals [code text?, count integer]
      """)

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
    var document = report.document(of: video)
    if picture.path != nil {
      document.draw(chart == "coverage" ? report.distribution : report.dropOff, picture, in: context)
    } else if report.sessions > 0, context.face.screen != nil {
      document.draw([report.dropOff, report.distribution], height: 14, in: context)
    }
    return document
  }
}

extension WatchReport {
  fileprivate func document(of video: Video) -> Document {
    var document = Document("video.report/1")
    document.primary = video.name
    document.field("video", .text(video.name))
    document.field("seconds", .decimal(Double(video.length) / 1_000, places: 3))
    document.field("sessions", .integer(sessions))
    document.field("users", .integer(users))
    document.field("open", .integer(open))
    document.field("finished", .integer(finished))
    document.field("completion", "finished", share(finished))
    document.field("asked", .integer(asked))
    document.field("answered", .integer(answered))
    document.field("right", "rightly", .integer(right))
    document.table(
      "quartiles", title: "How far it was watched",
      [
        RowField("quartile") { .text($0.0.name) }, RowField(number: "sessions") { .integer($0.1) },
        RowField(number: "share") { share($0.1) },
      ], rows: zip(Quartile.allCases, reached))
    document.table(
      "coverage", title: "How much of it was watched",
      [RowField("watched") { .text($0.0) }, RowField(number: "sessions") { .integer($0.1) }],
      rows: zip(Self.tenths, coverage))
    document.table(
      "not_counted", title: "What didn't count",
      [
        RowField("cause") { .text($0.loss.name) }, RowField(number: "sessions") { .integer($0.sessions) },
        RowField(number: "times") { .integer($0.times) },
      ], rows: losses)
    document.table(
      "refusals", title: "What was refused",
      [RowField("code") { .text($0.code) }, RowField(number: "count", "TIMES") { .integer($0.count) }],
      rows: refusals ?? [])
    return document
  }

  /// In percent of all sessions; missing where there are none.
  private func share(_ part: Int64) -> Cell {
    .percent(sessions == 0 ? nil : Double(part) * 100 / Double(sessions))
  }
}
