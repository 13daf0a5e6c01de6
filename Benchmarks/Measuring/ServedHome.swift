internal import Glibc
internal import QixFormats
internal import QixKernel

/// A home with everything that a broadcast and a shop need, made by the program's own commands, and its server.
package final class ServedHome {
  package let subject: Subject
  package let port: UInt16
  /// Of a program that shakes, grants and redeems for users.
  package let token: String
  private let server: ChildProcess
  private var isRunning = true

  /// The campaign, its type of shake, and the reward; users are user-0, user-1, …, each with the coins of one reward.
  package static let campaign = "evening"
  package static let reward = "coffee"

  /// Makes the home and starts its server.
  package init(_ subject: Subject, users: Int, stock: Int) throws {
    self.subject = subject
    try subject.initialise()
    _ = try RewardStand(subject, stock: stock, users: users)
    let today = Self.day(0)
    try subject.run(
      "tv", "schedule", "add", "--channel", "Uno", "--programme", "Live", "--start", "\(today)T00:00", "--length", "2d",
      "--zone", "UTC", "--quiet")
    let file = "\(subject.home).campaign.json"
    try WorkFolder.write([Self.description(from: today, to: Self.day(2))], to: file)
    try subject.run("campaign", "create", "--file", file, "--quiet")
    try subject.run(
      "campaign", "fund", Self.campaign, "--amount", "1000000000", "--idempotency-key", "fund", "--quiet")
    try subject.run("campaign", "start", Self.campaign, "--quiet")
    try subject.run("budget", "create", "tills", "--quiet")
    try subject.run(
      "budget", "fund", "tills", "--amount", "1000000000", "--idempotency-key", "tills", "--quiet")
    token = try Self.token(of: subject, named: "load", role: "integrator")
    port = try Self.freePort()
    server = try ChildProcess(subject.words(["serve", "--listen", "127.0.0.1:\(port)"]))
    let limit = Stopwatch.now + 10_000_000
    while (try? LoadGenerator(port: port, connections: 1)) == nil {
      guard Stopwatch.now < limit, !server.hasEnded else { throw MeasuringError("the server doesn't come up") }
      Stopwatch.nap(microseconds: 20_000)
    }
  }

  deinit { if isRunning { server.kill() } }

  /// Makes a token for somebody else who asks.
  package func token(named name: String, role: String) throws -> String {
    try Self.token(of: subject, named: name, role: role)
  }

  private static func token(of subject: Subject, named name: String, role: String) throws -> String {
    let file = "\(subject.home).\(name).token"
    try subject.run("token", "create", name, "--role", role, "--output", file, "--quiet")
    return try line(of: file)
  }

  /// Ends the server, as a service manager does.
  /// - Returns: what it has cost.
  /// - Throws: `MeasuringError` where it doesn't end with exit code 0.
  package func stop() throws -> ChildProcess.Outcome {
    isRunning = false
    _ = Glibc.kill(server.identifier, SIGTERM)
    let outcome = server.wait()
    guard outcome.status == 0 else {
      throw MeasuringError("the server ended with \(outcome.status): \(outcome.errors)")
    }
    return outcome
  }

  /// Microseconds of processor time that the server has used, and bytes of memory that it has now.
  package var costs: (processor: Int64, memory: Int64) {
    let fields = (try? Self.line(of: "/proc/\(server.identifier)/stat"))?.split(separator: " ") ?? []
    guard fields.count > 23, let user = Int64(fields[13]), let system = Int64(fields[14]), let pages = Int64(fields[23])
    else { return (0, 0) }
    return (
      (user + system) * 1_000_000 / Int64(sysconf(Int32(_SC_CLK_TCK))), pages * Int64(sysconf(Int32(_SC_PAGESIZE)))
    )
  }

  // MARK: Requests, as they go over the wire

  package func shake(_ user: Int, key: String) -> String {
    post("/v1/shakes", #"{"user":"user-\#(user)","type":"tv","campaign":"\#(Self.campaign)"}"#, key: key)
  }

  package func grant(_ user: Int, key: String) -> String {
    post("/v1/coins/issues", #"{"to":"user-\#(user)","from":"budget:tills","amount":1}"#, key: key)
  }

  package func redemption(_ user: Int, key: String) -> String {
    post("/v1/rewards/\(Self.reward)/redemptions", #"{"user":"user-\#(user)"}"#, key: key)
  }

  package func voucherUse(_ code: String, key: String) -> String {
    post("/v1/vouchers/uses", #"{"code_file":"\#(code)"}"#, key: key)
  }

  package func session(of user: Int) -> String {
    post("/v1/sessions", #"{"user":"user-\#(user)"}"#, key: "session-\(user)")
  }

  /// A customer's look at their own wallet.
  package static func wallet(_ session: String) -> String {
    "GET /v1/wallets/me HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer \(session)\r\n\r\n"
  }

  package static let health = "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"

  private func post(_ path: String, _ body: String, key: String) -> String {
    """
    POST \(path) HTTP/1.1\r
    Host: 127.0.0.1\r
    Authorization: Bearer \(token)\r
    Content-Type: application/json\r
    Idempotency-Key: \(key)\r
    Content-Length: \(body.utf8.count)\r
    \r
    \(body)
    """
  }

  // MARK: The machine

  /// Everything on: caps of every kind, cooldown and pace that nobody reaches, a weighted draw of which half the
  /// numbers win.
  private static func description(from start: String, to end: String) -> String {
    """
    {
      "name": "\(campaign)", "brand": "bench", "title": "Evening", "start": "\(start)", "end": "\(end)",
      "time-zone": "UTC", "shakes": {"tv": {"channels": ["Uno"]}},
      "caps": {
        "attempts-per-user": 1000000, "attempts-per-user-and-day": 1000000, "wins-per-user": 1000000,
        "coins-per-user": 1000000, "coins-per-day": 1000000000, "wins": 1000000000
      },
      "pace": {"cooldown": "PT1S", "per-minute": 1000},
      "award": {
        "weighted": [{"coins": 0, "weight": 50}, {"coins": 5, "weight": 40}, {"coins": 50, "weight": 10}]
      },
      "expires": "P12M"
    }
    """
  }

  /// The day that begins so many days from now, in UTC.
  private static func day(_ offset: Int) -> String {
    var seconds = time(nil) + offset * 86_400
    var parts = tm()
    gmtime_r(&seconds, &parts)
    func digits(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(parts.tm_year + 1900)-\(digits(parts.tm_mon + 1))-\(digits(parts.tm_mday))"
  }

  private static func line(of path: String) throws(MeasuringError) -> String {
    guard let file = fopen(path, "r") else { throw MeasuringError("\(path): \(String(cString: strerror(errno)))") }
    defer { fclose(file) }
    var buffer = [CChar](repeating: 0, count: 4_096)
    guard fgets(&buffer, Int32(buffer.count), file) != nil else { throw MeasuringError("\(path) is empty") }
    let text = buffer.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }
    return String(decoding: text, as: UTF8.self)
  }

  /// A port that nobody listens at.
  static func freePort() throws(MeasuringError) -> UInt16 {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, size) == 0 ? getsockname(socket, $0, &size) : -1
      }
    }
    guard result == 0 else { throw MeasuringError("no port is free") }
    return UInt16(bigEndian: address.sin_port)
  }
}
