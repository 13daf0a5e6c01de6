internal import QixMedia
internal import QixShake

/// `qix video add`
struct AddVideo: Command {
  static let declaration = Declaration(
    "add", "Add a video that campaigns can ask people to watch.", roles: [.operator],
    discussion: """
      The length is read from the file's header, by FFmpeg's libavformat in a process of its own with limits on memory, \
      time and what it may do; the file itself is not kept. How long a video is decides how much of it has to be watched, \
      so it stays as it is: add another one under another name for another cut.
      """,
    examples: [
      Example("qix video add teaser --file teaser.mp4", "as long as the file says"),
      Example("qix video add spot --length PT90S --url https://example.com/spot.mp4", "a minute and a half"),
    ],
    answer: """
      video.add/1: video text, seconds decimal, size text?, codec text?, container text?, url text?, added time
      """, effect: .changes)

  private let subject = VideoNamed()
  @Option("file", .file, "The video's file: MP4, WebM, Matroska, AVI or Ogg") private var file: String?
  @Option(
    "length", .length, placeholder: "PERIOD", "How long it is, where there is no file at hand: 90s or PT1M30S")
  private var length: Int64?
  @Option("url", .text, placeholder: "URL", "Where players find it") private var url: String?

  func check() throws {
    try VideoNamed.check(subject.name)
    if let url { try VideoNamed.check(url: url) }
    guard (file == nil) != (length == nil) else {
      throw UsageError(
        "either --file or --length is needed", hint: "The file says how long the video is; without it you do.")
    }
  }

  func run(in context: Context) throws -> Document {
    let name = subject.name
    let found = try file.map { try VideoFile(path: $0, lens: context.lens) }
    let length = found?.milliseconds ?? self.length ?? 0
    guard (1_000...86_400_000).contains(length) else {
      throw Failure("videoshake.length-out-of-range", .usage, "a video is from one second to 24 hours long")
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
    var document = Document("video.add/1")
    document.primary = name
    document.fields(Video.facts, of: video)
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
        throw ValueError("a length is written 90s, PT90S, PT2M30S or PT1H, up to 24 hours")
      }
      return period.days * 86_400_000 + period.microseconds / 1_000
    }
  }
}
