internal import Measuring
internal import QixCommands
internal import QixKernel
internal import QixTerminal

/// `qix-bench listeners`
struct ListenersCommand: Trial {
  static let declaration = Declaration(
    "listeners", "Measure what idle listeners of events cost, and how soon all are told of one.", roles: .everyone,
    discussion: """
      A server of its own, and clients that ask for all events and do nothing else, from several addresses of this \
      machine. Memory is the server's, before and with them. Then coins are granted, again and again; the time is that \
      from the grant's answer until the last of them has been told. Both share the processors.
      """,
    examples: [Example("qix-bench listeners --directory /dev/shm", "10,000 of them")])

  static let shortest = ["--listeners", "200", "--events", "2"]

  @Option("listeners", .integer(in: 1...12_000), "Clients that listen", default: "10000") private var listeners: Int
  @Option("events", .integer(in: 1...1_000), "Grants that they are told of", default: "10") private var events: Int
  private let options = BenchOptions()

  func run(in context: Context) throws -> Report {
    let folder = try WorkFolder(in: options.directory)
    let home = try ServedHome(options.subject(in: folder), users: 10, stock: 10)
    let token = try home.token(named: "ear", role: "auditor")
    let asking = try LoadGenerator(port: home.port, connections: 1)
    // The first requests make what all later ones share.
    for number in 0..<100 { _ = try asking.ask(home.grant(0, key: "first-\(number)")) }
    let before = home.costs.memory
    let start = Stopwatch.now
    let ears = try Ears(port: home.port, token: token, count: listeners)
    let connected = Stopwatch.now - start
    var latest: [Int64] = []
    for number in 0..<events {
      Stopwatch.nap(microseconds: 300_000)
      _ = try asking.ask(home.grant(1, key: "told-\(number)"))
      latest.append(try ears.wait(for: "coins.issued", seconds: 30).max() ?? 0)
    }
    let after = home.costs.memory
    var report = Report(
      "listeners",
      ["listeners", "connected s", "MB without", "MB with", "kB each", "events", "last told ms, median", "slowest ms"])
    latest.sort()
    report.add(
      .integer(Int64(listeners)), .decimal(Double(connected) / 1_000_000, places: 1), .integer(before / 1_000_000),
      .integer(after / 1_000_000), .decimal(Double(after - before) / 1_000 / Double(listeners), places: 1),
      .integer(Int64(events)), .decimal((latest.median ?? 0) / 1_000, places: 0),
      .decimal(Double(latest.last ?? 0) / 1_000, places: 0))
    return report.asMarkdown(options.isMarkdown)
  }
}
