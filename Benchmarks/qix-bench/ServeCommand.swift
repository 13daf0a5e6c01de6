internal import Measuring
internal import QixCommands
internal import QixKernel
internal import QixTerminal

/// `qix-bench serve`
struct ServeCommand: Trial {
  static let declaration = Declaration(
    "serve", "Measure the server: shakes, wallets and what tills do, over HTTP.", roles: .everyone,
    discussion: """
      A server of its own on a home with a broadcast on air, caps of all kinds, pace, a weighted draw of which half the \
      numbers win, and a reward with vouchers. The load comes from this process over connections that stay open, on the \
      same processors. Each user shakes once.

      Rows: what needs no command; where nginx is installed, a file of a wallet's size by that, for scale; a customer's look at their wallet, each with a session of their own; shakes as fast as \
      answers come; shakes at half that rate, their times counted from when each was due; mixed: of a hundred requests \
      80 shakes, 15 looks, 5 grants and redemptions. The ratio is to shakes through the library \
      (`qix-bench shakes`), for mixed to the shakes of the row above.
      """,
    examples: [Example("qix-bench serve --directory /var/tmp", "100,000 shakes of each kind")])

  static let shortest = ["--shakes", "600", "--wallets", "600", "--sessions", "10", "--connections", "8"]

  @Option("shakes", .integer(in: 100...10_000_000), "Shakes of each kind", default: "100000") private var shakes: Int
  @Option("wallets", .integer(in: 1...100_000_000), "Looks at wallets", default: "200000") private var wallets: Int
  @Option("sessions", .integer(in: 1...100_000), "Customers who look", default: "1000") private var sessions: Int
  @Option("connections", .integer(in: 1...1_000), "Connections that stay open", default: "64")
  private var connections: Int
  private let options = BenchOptions()

  func run(in context: Context) throws -> Report {
    let folder = try WorkFolder(in: options.directory)
    let library = try self.library(in: folder)
    let users = 3 * shakes
    let home = try ServedHome(options.subject(in: folder), users: users, stock: max(100, shakes / 20))
    var report = Report(
      "serve",
      ["what", "per s", "ratio", "server cpu µs", "median ms", "p99 ms", "slowest ms", "MB", "sync µs", "syncs/s"])
    let asking = try LoadGenerator(port: home.port, connections: 1)
    let sessions = min(sessions, users)
    let looks = try (0..<sessions).map { ServedHome.wallet(try Self.token(asking.ask(home.session(of: $0)))) }
    if let other = try StaticServer(asking.ask(looks[0]), in: folder.path) {
      let outcome = try LoadGenerator(port: other.port, connections: connections).run(wallets) { _ in
        StaticServer.request
      }
      report.add(
        .text("nginx, a file"), .decimal(outcome.rate, places: 0), .missing, .missing,
        .decimal(outcome.median / 1_000, places: 2), .decimal(outcome.late / 1_000, places: 2),
        .decimal(outcome.latest / 1_000, places: 1), .missing, .missing, .missing)
    }
    // Connected now: what isn't used for more than a minute is ended by the server.
    let load = try LoadGenerator(port: home.port, connections: connections)
    func measure(
      _ name: String, _ count: Int, rate: Double? = nil, against other: Double? = nil, _ request: (Int) -> String
    ) throws -> Double {
      let probe = try SyncProbe(in: folder.path)
      let before = home.costs
      let outcome = try load.run(count, rate: rate, request)
      guard outcome.succeeded == count else { throw MeasuringError("\(name): answers by status \(outcome.statuses)") }
      let after = home.costs
      report.add(
        .text(name), .decimal(outcome.rate, places: 0),
        other.map { .decimal(outcome.rate / $0, places: 2) } ?? .missing,
        .decimal(Double(after.processor - before.processor) / Double(count), places: 1),
        .decimal(outcome.median / 1_000, places: 2), .decimal(outcome.late / 1_000, places: 2),
        .decimal(outcome.latest / 1_000, places: 1), .integer(after.memory / 1_000_000),
        .decimal(probe.median, places: 0), .decimal(probe.rate, places: 0))
      return outcome.rate
    }

    _ = try measure("healthz", wallets) { _ in ServedHome.health }
    _ = try measure("wallet", wallets) { looks[$0 % sessions] }
    let rate = try measure("shakes", shakes, against: library) { home.shake($0, key: "full-\($0)") }
    _ = try measure("shakes, half load", shakes, rate: rate / 2) { [shakes] in
      home.shake(shakes + $0, key: "half-\($0)")
    }
    _ = try measure("mixed", shakes, against: rate) { [shakes] number in
      let user = 2 * shakes + number
      return switch number % 100 {
      case ..<80: home.shake(user, key: "mixed-\(number)")
      case ..<95: looks[number % sessions]
      case ..<98: home.grant(user, key: "mixed-\(number)")
      default: home.redemption(user, key: "mixed-\(number)")
      }
    }
    _ = try home.stop()
    let kept = try home.subject.count("SELECT count(*) FROM shakes_shakes")
    let expected = 2 * shakes + (shakes / 100) * 80 + min(80, shakes % 100)
    guard kept == expected else { throw MeasuringError("\(expected) shakes were answered, and \(kept) are kept") }
    try home.subject.verify()
    return report.asMarkdown(options.isMarkdown)
  }

  /// Shakes in a second through the library, as `qix-bench shakes` measures them.
  private func library(in folder: borrowing WorkFolder) throws -> Double {
    let fair = try Fair(home: "\(folder.path)/library", users: shakes)
    try fair.setCache(bytes: 128 << 20)
    let measured = try ShakesCommand.shake(fair, shakes, run: "library", flight: 8_192)
    return measured.outcome.rate
  }

  private static func token(_ answer: String) throws(MeasuringError) -> String {
    let words = answer.split(separator: "\"", omittingEmptySubsequences: false)
    guard let name = words.firstIndex(of: "token"), words.count > name + 2 else {
      throw MeasuringError("a session has no token")
    }
    return String(words[name + 2])
  }
}
