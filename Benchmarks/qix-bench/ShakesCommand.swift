internal import Measuring
internal import QixCommands
internal import QixFormats
internal import QixKernel
internal import QixShake
internal import QixStorage
internal import QixTerminal
internal import Shakes

/// `qix-bench shakes`
struct ShakesCommand: Trial {
  static let declaration = Declaration(
    "shakes", "Measure shakes through the library against plain issues.", roles: .everyone,
    discussion: """
      On disk, in group commits, with everything on: an idempotency key each, caps of all kinds, cooldown, velocity, a \
      claim, a weighted draw of which half the numbers win, an observer with a table, the outbox. Issues go from the same \
      budget to the same users, in the same group commits. Both run in turn; the ratio is that of a pair. Then shakes come \
      at half the rate that was measured, and the time until each is answered is taken.
      """,
    examples: [Example("qix-bench shakes --directory /var/tmp", "200,000 shakes, three times")])

  static let shortest = ["--shakes", "2000", "--users", "500", "--flight", "256", "--runs", "1"]

  @Option("shakes", .integer(in: 1...100_000_000), "Shakes of each run", default: "200000") private var shakes: Int
  @Option("users", .integer(in: 1...10_000_000), "Users who shake", default: "50000") private var users: Int
  @Option("flight", .integer(in: 1...1_000_000), "Shakes that are unanswered at any time", default: "8192")
  private var flight: Int
  @Option("runs", .integer(in: 1...100), "Pairs of runs", default: "3") private var runs: Int
  private let options = BenchOptions()

  func run(in context: Context) throws -> Report {
    let folder = try WorkFolder(in: options.directory)
    let fair = try Fair(home: "\(folder.path)/home", users: users)
    try fair.setCache(bytes: 128 << 20)
    var report = Report(
      "shakes",
      ["run", "per s", "issues per s", "ratio", "cpu µs", "issue cpu µs", "median ms", "p99 ms", "sync µs", "syncs/s"])
    var rates: [Double] = []
    for run in 0..<runs {
      for (name, winsAlways) in [("half win", false), ("all win", true)] {
        let issues = try issue(fair, run: "\(run)-\(name)")
        let measured = try Self.shake(fair, shakes, run: "\(run)-\(name)", flight: flight, winsAlways: winsAlways)
        if !winsAlways { rates.append(measured.outcome.rate) }
        try add(name, measured, issues, &report, in: folder.path)
      }
    }
    if let rate = rates.median {
      let late = try Self.shake(fair, shakes, run: "late", flight: flight, rate: rate / 2)
      try add("half load", late, nil, &report, in: folder.path)
    }
    try fair.verify()
    let faults = try fair.context.database.exclusively { try $0.integrityFaults() }
    guard faults.isEmpty else { throw MeasuringError("the database is damaged: \(faults.joined(separator: "; "))") }
    return report.asMarkdown(options.isMarkdown)
  }

  typealias Measured = (outcome: Crowd.Outcome, processor: Double)

  private func add(
    _ name: String, _ measured: Measured, _ issues: Measured?, _ report: inout Report, in folder: String
  ) throws {
    guard measured.outcome.failed == 0, issues?.outcome.failed ?? 0 == 0 else {
      throw MeasuringError("\(measured.outcome.failed) shakes and \(issues?.outcome.failed ?? 0) issues failed")
    }
    let probe = try SyncProbe(in: folder)
    report.add(
      .text(name), .decimal(measured.outcome.rate, places: 0),
      issues.map { .decimal($0.outcome.rate, places: 0) } ?? .missing,
      issues.map { .decimal(measured.outcome.rate / $0.outcome.rate, places: 2) } ?? .missing,
      .decimal(measured.processor, places: 1), issues.map { .decimal($0.processor, places: 1) } ?? .missing,
      .decimal(measured.outcome.median / 1_000, places: 1), .decimal(measured.outcome.late / 1_000, places: 1),
      .decimal(probe.median, places: 0), .decimal(probe.rate, places: 0))
  }

  /// Shakes through the library: as fast as answers come with so many in flight, or at a rate.
  static func shake(
    _ fair: Fair, _ shakes: Int, run: String, flight: Int, winsAlways: Bool = false, rate: Double? = nil
  ) throws -> Measured {
    let service = try fair.service(winsAlways: winsAlways)
    defer { service.stop() }
    let requests = Self.requests(fair, run)
    let before = Stopwatch.processor
    let send: Crowd.Send = { number, completion in
      service.submit(requests(number)) { completion((try? $0.get().outcome.isAccepted) ?? false) }
    }
    let outcome =
      rate.map { Crowd().run(shakes, rate: $0, send) } ?? Crowd().run(shakes, flight: flight, send)
    return (outcome, Double(Stopwatch.processor - before) / Double(shakes))
  }

  private func issue(_ fair: Fair, run: String) throws -> Measured {
    let group = try fair.issuing(most: 8_192)
    defer { group.stop() }
    let requests = Self.requests(fair, run)
    let before = Stopwatch.processor
    let outcome = Crowd().run(shakes, flight: flight) { number, completion in
      group.submit(requests(number)) { completion((try? $0.get()) != nil) }
    }
    return (outcome, Double(Stopwatch.processor - before) / Double(shakes))
  }

  /// The number-th request of a run, by users in no order.
  private static func requests(_ fair: Fair, _ run: String) -> @Sendable (Int) -> ShakeRequest {
    let users = fair.users
    let prefix = "bench-\(run)-"
    return { number in
      let mixed = (UInt64(number) &+ 1) &* 0x9E37_79B9_7F4A_7C15
      let user = users[Int((mixed >> 33) % UInt64(users.count))]
      let text = "\(prefix)\(1_000_000_000 + number)"
      var evidence = JSONObject()
      evidence["code"] = .string(text)
      return ShakeRequest(
        user: user, type: "fair", campaign: "fair", context: ShakeContext(session: "hall", place: "stand"),
        evidence: Evidence(evidence), key: text)
    }
  }
}

extension ShakeAnswer.Outcome {
  fileprivate var isAccepted: Bool {
    switch self {
    case .won, .wonGift, .nothing, .waits: true
    case .refused, .needsMore: false
    }
  }
}
