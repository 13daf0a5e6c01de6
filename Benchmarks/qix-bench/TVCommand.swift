internal import Glibc
internal import Measuring
internal import QixCommands
internal import QixFormats
internal import QixKernel
internal import QixShake
internal import QixStorage
internal import QixTerminal
internal import TVShake

/// `qix-bench tv`
struct TVCommand: Trial {
  static let declaration = Declaration(
    "tv", "Measure how fast it is decided whether a TV shake counts.", roles: .everyone,
    discussion: """
      A schedule of half-hour broadcasts, a month of them on each channel; each shake is of another user, at a moment \
      of one minute. Timed is the type's verdict alone, in transactions as the pipeline has them: not the ledger, not \
      the shake's record. A million in a minute are 16,667 a second.
      """,
    examples: [Example("qix-bench tv --directory /dev/shm", "a million of each kind")])

  static let shortest = ["--shakes", "1000", "--channels", "2"]

  @Option("shakes", .integer(in: 1...100_000_000), "Shakes of each kind", default: "1000000") private var shakes: Int
  @Option("channels", .integer(in: 1...50), "Channels of the campaign", default: "10") private var channels: Int
  @Option("batch", .integer(in: 1...1_000_000), "Shakes in a transaction", default: "8192") private var batch: Int
  private let options = BenchOptions()

  private static let start = Timestamp(startOf: CalendarDate(daysSinceEpoch: 30_000))
  private static let days: Int64 = 30

  func run(in context: Context) throws -> Report {
    let folder = try WorkFolder(in: options.directory)
    let subject = options.subject(in: folder)
    try subject.initialise()
    let path = "\(folder.path)/schedule.ics"
    try write(to: path)
    try subject.run("tv", "schedule", "import", path, "--from", "\(Self.start)", "--quiet")
    // The evening of the fifteenth day, in the middle of a broadcast of each channel, which has a code.
    let moment = Self.start.advanced(byMicroseconds: 14 * Timestamp.day + 20 * 3_600_000_000 + 600_000_000)
    let secret = "\(folder.path)/code"
    try write("K7QM2X", to: secret)
    for line in try subject.run("tv", "schedule", "list", "--from", "\(moment)", "--limit", "\(channels)", "--quiet")
      .output.split(separator: "\n")
    {
      try subject.run("tv", "code", "set", String(line), "--code-file", secret, "--quiet")
    }
    let names: JSONValue = .array((0..<channels).map { .string("channel \($0)") })
    var report = Report("tv", ["shakes", "a second", "ns each", "cpu ns each", "of a million in a minute"])
    let kinds: [(name: String, settings: JSONValue, code: String?, at: Timestamp)] = [
      ("while it is on", ["channels": names], nil, moment),
      ("with the right code", ["channels": names, "code": "required"], "k7qm2x", moment),
      ("while nothing is on", ["channels": names, "programme": "Night"], nil, moment),
    ]
    for kind in kinds {
      let seconds = try measure(kind.settings, code: kind.code, at: kind.at, subject.database)
      let each = Double(seconds.clock) * 1_000 / Double(shakes)
      let rate = Double(shakes) * 1_000_000 / Double(max(1, seconds.clock))
      report.add(
        .text(kind.name), .integer(Int64(rate)), .decimal(each, places: 0),
        .decimal(Double(seconds.processor) * 1_000 / Double(shakes), places: 0),
        .decimal(rate * 60 / 1_000_000, places: 1))
    }
    return report.asMarkdown(options.isMarkdown)
  }

  /// Microseconds.
  private func measure(
    _ settings: JSONValue, code: String?, at start: Timestamp, _ database: Database
  ) throws -> (clock: Int64, processor: Int64) {
    var faults: [(name: String, problem: String)] = []
    let type = TVShakeType(ShakeSettings(settings.object ?? JSONObject(), for: TVShakeType.settings, faults: &faults))
    guard faults.isEmpty else { throw MeasuringError("the settings have faults") }
    var evidence = JSONObject()
    if let code { evidence["code"] = .string(code) }
    let (before, used) = (Stopwatch.now, Stopwatch.processor)
    var accepted = 0
    for first in stride(from: 0, to: shakes, by: batch) {
      let range = first..<min(first + batch, shakes)
      accepted += try database.write(Change("bench.tv")) { connection, _ in
        try range.reduce(0) { count, index in
          let attempt = Attempt(
            shake: ShakeID(high: 1, low: UInt64(index)), user: UserID(high: 2, low: UInt64(index)),
            campaign: CampaignID(high: 3, low: 3),
            at: start.advanced(byMicroseconds: Int64(index) * 60_000_000 / Int64(shakes)), context: ShakeContext(),
            evidence: Evidence(evidence))
          if case .accepted = try type.verify(attempt, in: connection) { return count + 1 }
          return count
        }
      }
    }
    let seconds = (Stopwatch.now - before, Stopwatch.processor - used)
    let expected = settings["programme"] == nil ? shakes : 0
    guard accepted == expected else { throw MeasuringError("\(accepted) shakes counted, and \(expected) should") }
    return seconds
  }

  /// Half-hour broadcasts on each channel, around the clock; at three in the morning it is Night.
  private func write(to path: String) throws(MeasuringError) {
    var text = "BEGIN:VCALENDAR\nVERSION:2.0\n"
    for channel in 0..<channels {
      // An RDATE for each, a line long: no library is needed to read it.
      for half in 0..<Int64(48) {
        let first = Self.start.advanced(byMicroseconds: half * 1_800_000_000)
        let times = (0..<Self.days).map { Self.text(first.advanced(byMicroseconds: $0 * Timestamp.day)) }
        text += "BEGIN:VEVENT\nUID:\(channel)-\(half)\nSUMMARY:\(half == 6 ? "Night" : "Programme \(half)")\n"
        text += "X-QIX-CHANNEL:channel \(channel)\nDTSTART:\(times[0])\nDURATION:PT30M\n"
        text += "RDATE:\(times.dropFirst().joined(separator: ","))\nEND:VEVENT\n"
      }
    }
    try write(text + "END:VCALENDAR\n", to: path)
  }

  /// `20520220T200000Z`
  private static func text(_ time: Timestamp) -> String {
    String(time.description.filter { $0 != "-" && $0 != ":" })
  }

  private func write(_ text: String, to path: String) throws(MeasuringError) {
    guard let file = fopen(path, "w") else { throw MeasuringError("\(path): \(String(cString: strerror(errno)))") }
    fputs(text, file)
    guard fclose(file) == 0 else { throw MeasuringError("\(path): \(String(cString: strerror(errno)))") }
    chmod(path, 0o600)
  }
}
