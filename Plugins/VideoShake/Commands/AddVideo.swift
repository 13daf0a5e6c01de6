internal import QixMedia
internal import QixShake

/// `qix video add`
struct AddVideo: OldCommand {
  private static let file = OldOption("file", .file, "The video's file: MP4, WebM, Matroska, AVI or Ogg")
  private static let length = OldOption(
    "length", .text, placeholder: "PERIOD", "How long it is, where there is no file at hand: 90s or PT1M30S")
  private static let url = OldOption("url", .text, placeholder: "URL", "Where players find it")

  static let declaration = Declaration(
    "add", "Add a video that campaigns can ask people to watch.", roles: [.operator],
    discussion: """
      The length is read from the file's header, by FFmpeg's libavformat in a process of its own with limits on memory, \
      time and what it may do; the file itself is not kept. How long a video is decides how much of it has to be watched, \
      so it stays as it is: add another one under another name for another cut.
      """,
    parameters: [VideoNamed.video, file, length, url],
    examples: [
      Example("qix video add teaser --file teaser.mp4", "as long as the file says"),
      Example("qix video add spot --length PT90S --url https://example.com/spot.mp4", "a minute and a half"),
    ], effect: .changes)

  private let name: String
  private let file: String?
  private let length: Int64?
  private let url: String?
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    name = try arguments.require(VideoNamed.video)
    file = arguments[Self.file]
    url = arguments[Self.url]
    try VideoNamed.check(name)
    if let url { try VideoNamed.check(url: url) }
    guard (file == nil) != (arguments[Self.length] == nil) else {
      throw UsageError(
        "either --file or --length is needed", hint: "The file says how long the video is; without it you do.")
    }
    length = try arguments[Self.length].map(Self.milliseconds)
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  private static func milliseconds(_ text: String) throws -> Int64 {
    // The schedule of broadcasts takes 30s and 2m, so videos do, too.
    if let length = try? ValueType<Int64>.duration.parse(text) { return length / 1_000 }
    guard let period = Period(iso8601: text), period.months == 0, period.days == 0 || period.days == 1 else {
      throw ValueError("--length: a length is written 90s, PT90S, PT2M30S or PT1H, up to 24 hours")
    }
    return period.days * 86_400_000 + period.microseconds / 1_000
  }

  func run(in context: Context) throws {
    let found = try file.map { try VideoFile(path: $0, lens: context.lens) }
    let length = found?.milliseconds ?? self.length ?? 0
    guard (1_000...86_400_000).contains(length) else { throw VideoShakeError.lengthOutOfRange }
    let video = try context.database.write(
      Change("videoshake.add", subject: name, reason: reason), isDryRun: isDryRun
    ) { connection, _ in
      guard try Video.find(name, in: connection) == nil else { throw VideoShakeError.nameTaken(name) }
      try connection.run(
        """
        INSERT INTO videoshake_videos (name, length, url, width, height, codec, container, added_at)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
        """, .text(name), .integer(length), .optional(url), .optional(positive(found?.width)),
        .optional(positive(found?.height)), .optional(some(found?.codec)), .optional(some(found?.container)),
        .time(context.clock.now()))
      return try Video.require(name, in: connection)
    }
    var document = Document("video.add/1")
    document.primary = name
    document.add(video)
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    context.terminal.note(
      isDryRun
        ? "Nothing was changed."
        : "Next: a campaign that takes the shake `video` with the setting `video` = \(name); see docs/video.md.")
  }

  private func positive(_ number: Int64?) -> Int64? { number.flatMap { $0 > 0 ? $0 : nil } }
  private func some(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }
}

extension Document {
  /// What is known of a video, a field each.
  mutating func add(_ video: Video) {
    field("video", "video", .text(video.name))
    field("seconds", "seconds", .decimal(Double(video.length) / 1_000, places: 3))
    field("size", "size", video.size)
    field("codec", "codec", video.codec.map(Cell.text) ?? .missing)
    field("container", "container", video.container.map(Cell.text) ?? .missing)
    field("url", "address", video.url.map(Cell.text) ?? .missing)
    field("added", "added", .timestamp(video.added))
  }
}
