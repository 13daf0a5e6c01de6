internal import QixMedia
internal import QixShake

/// `qix video add`
struct AddVideo: Command {
  static let declaration = Declaration(
    "add", "Add a video for campaigns.", roles: [.operator],
    discussion: """
      A separate process without rights reads the length from the file's header with FFmpeg's libavformat. qix doesn't \
      keep the file. The length decides how much people have to watch, so it cannot be changed later. Add another cut \
      as a video with another name.
      """,
    examples: [
      Example("qix video add teaser --file teaser.mp4", "with the file's length"),
      Example("qix video add spot --length PT90S --url https://example.com/spot.mp4", "a minute and a half"),
    ],
    answer: AnswerShape("video.add/1", Video.facts), effect: .changes)

  private let subject = VideoNamed()
  @Option("file", .namedFile, "The video's file: MP4, WebM, Matroska, AVI or Ogg") private var file: String?
  @Option(
    "length", .length, placeholder: "PERIOD", "Its length, if you have no file: 90s or PT1M30S")
  private var length: Int64?
  @Option("url", .text, placeholder: "URL", "The address for players") private var url: String?

  func check() throws {
    try VideoNamed.check(subject.name)
    if let url { try VideoNamed.check(url: url) }
    guard (file == nil) != (length == nil) else {
      throw UsageError(
        "either --file or --length is needed",
        hint: """
          The file contains the video's length. Without a file, give the length.
          """)
    }
  }

  func run(in context: Context) throws -> Document {
    let name = subject.name
    let found = try file.map { try VideoFile(path: $0, lens: context.lens) }
    let length = found?.milliseconds ?? self.length ?? 0
    guard (1_000...86_400_000).contains(length) else {
      throw Failure("videoshake.length-out-of-range", .usage, "a video can be from one second to 24 hours long")
    }
    let video = try context.change("videoshake.add", subject: name) { connection, _ in
      guard try Video.find(name, in: connection) == nil else {
        throw Failure(
          "videoshake.name-taken", .conflict, "the video '\(name)' already exists",
          hint: "See it with `qix video show \(name)`, or choose another name.")
      }
      try connection.execute(
        """
        INSERT INTO videoshake_videos (name, length, url, width, height, codec, container, added_at)
        VALUES (\(name), \(length), \(url), \(positive(found?.width)), \(positive(found?.height)),
          \(some(found?.codec)), \(some(found?.container)), \(context.clock.now()))
        """)
      return try Video.require(name, in: connection)
    }
    var document = Document("video.add/1", Video.facts, of: video)
    document.primary = name
    document.next("a campaign that takes the shake `video` with the setting `video` = \(name); see docs/video.md")
    return document
  }

  private func positive(_ number: Int64?) -> Int64? { number.flatMap { $0 > 0 ? $0 : nil } }
  private func some(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }
}

extension ValueType where Value == Int64 {
  /// How long a video is, in milliseconds: as the schedule of broadcasts takes it, or a period of ISO 8601.
  fileprivate static var length: ValueType {
    ValueType(placeholder: "PERIOD") { text throws(ValueError) in
      if let length = try? ValueType<Int64>.duration.parse(text) { return length / 1_000 }
      guard let period = Period(iso8601: text), period.months == 0, period.days == 0 || period.days == 1 else {
        throw ValueError("write a length such as 90s, PT90S, PT2M30S or PT1H, at most 24 hours")
      }
      return period.days * 86_400_000 + period.microseconds / 1_000
    }
  }
}
