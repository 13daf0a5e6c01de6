import Glibc
import QixCommands
import QixFormats
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Synchronization
import Testing

/// `qix serve` within the test's process, at a socket in the home folder.
struct RunningServer: Sendable {
  let home: TestHome
  let socket: String

  /// An answer as it came.
  struct Reply: Sendable, Equatable {
    let status: Int
    let head: [String]
    let body: String

    func field(_ name: String) -> String? {
      head.first { $0.lowercased().hasPrefix(name.lowercased() + ":") }.map { line in
        String(line.dropFirst(name.count + 1).drop { $0 == " " })
      }
    }

    var json: JSONValue { (try? JSONValue(parsing: body)) ?? .null }
    /// The code of a problem.
    var code: String? { json["code"]?.string }
  }

  struct NoAnswer: Error {}

  /// Starts it, lends it, and ends it as SIGTERM does.
  /// - Returns: what the body returns, and how the command came to its end.
  @discardableResult
  static func with<Result>(
    _ home: TestHome, _ options: [String] = [], _ body: (RunningServer) throws -> Result
  ) throws -> (result: Result, ended: TestTerminal.Outcome) {
    let server = RunningServer(home: home, socket: "\(home.path)/s.sock")
    let (stop, ending) = (Interruption(), Ending())
    DetachedThread {
      let outcome = try? home.qix(["serve", "--listen", "unix:\(server.socket)"] + options, interruption: stop)
      ending.finish(outcome)
    }.start()
    let result: Swift.Result<Result, any Error>
    do {
      try server.waitUntilReady(ending)
      result = .success(try body(server))
    } catch {
      result = .failure(error)
    }
    stop.request()
    return (try result.get(), try #require(ending.wait()))
  }

  /// The end of the command, which another thread waits for.
  final class Ending: Sendable {
    private let outcome = Mutex<TestTerminal.Outcome?>(nil)
    private let over = Mutex(false)
    private let done = Semaphore()

    var isOver: Bool { over.withLock { $0 } }

    func finish(_ result: TestTerminal.Outcome?) {
      outcome.withLock { $0 = result }
      over.withLock { $0 = true }
      done.post()
    }

    func wait() -> TestTerminal.Outcome? {
      done.wait()
      return outcome.withLock { $0 }
    }
  }

  private func waitUntilReady(_ ending: Ending) throws {
    for _ in 0..<3_000 {
      if let reply = try? send("GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").first,
        reply.status == 200
      {
        return
      }
      if ending.isOver {
        Issue.record("qix serve has ended: \(ending.wait()?.errors ?? "")")
        break
      }
      usleep(20_000)
    }
    throw NoAnswer()
  }

  /// Makes a token, and returns its text.
  func token(_ name: String, _ role: String, _ options: String = "") throws -> String {
    let path = "\(home.path)/\(name).token"
    try home.done("token create \(name) --role \(role) --output \(path) --quiet \(options)")
    let file = try #require(fopen(path, "r"))
    defer { fclose(file) }
    var buffer = [UInt8](repeating: 0, count: 512)
    let count = fread(&buffer, 1, buffer.count, file)
    return String(decoding: buffer[..<count].filter { $0 > 0x20 }, as: UTF8.self)
  }

  // MARK: Requests

  /// Sends bytes as they are, and reads until the server has closed, or has been silent for a while.
  func send(_ text: String, patience: Int = 15_000) throws -> [Reply] {
    try send([UInt8](text.utf8), patience: patience)
  }

  func send(_ bytes: [UInt8], patience: Int = 15_000) throws -> [Reply] {
    let connection = try Connection(socket)
    connection.write(bytes)
    return Self.replies(in: connection.readToEnd(patience: patience))
  }

  /// One request on a connection of its own.
  func request(
    _ method: String, _ path: String, as token: String? = nil, _ fields: [String] = [], body: String? = nil,
    type: String = "application/json"
  ) throws -> Reply {
    var lines = ["\(method) \(path) HTTP/1.1", "Host: qix", "Connection: close"] + fields
    if let token { lines.append("Authorization: Bearer \(token)") }
    if let body { lines += ["Content-Type: \(type)", "Content-Length: \(body.utf8.count)"] }
    let text = lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? "")
    guard let reply = try send(text, patience: 30_000).first else { throw NoAnswer() }
    return reply
  }

  func get(_ path: String, as token: String? = nil, _ fields: [String] = []) throws -> Reply {
    try request("GET", path, as: token, fields)
  }

  /// - Parameter key: the idempotency key; one of its own where it is left out.
  func post(_ path: String, as token: String, _ body: String, key: String? = nil) throws -> Reply {
    let key = key ?? "test-\(Self.keys.add(1, ordering: .relaxed).newValue)"
    return try request("POST", path, as: token, ["Idempotency-Key: \(key)"], body: body)
  }

  private static let keys = Atomic<Int>(0)

  /// A connection that its caller closes.
  static func openConnection(_ path: String) throws -> Int32 { try connected(to: path) }

  /// A connection to the server's socket.
  struct Connection: ~Copyable {
    let descriptor: Int32

    init(_ path: String) throws {
      descriptor = try connected(to: path)
    }

    deinit { close(descriptor) }

    func write(_ bytes: [UInt8]) {
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    }

    func readToEnd(patience: Int) -> [UInt8] {
      var bytes: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while true {
        var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard Glibc.poll(&poll, 1, Int32(patience)) > 0 else { return bytes }
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { return bytes }
        bytes += buffer[..<count]
      }
    }
  }

  /// The answers on one connection, one behind the other.
  static func replies(in bytes: [UInt8]) -> [Reply] {
    var replies: [Reply] = []
    var rest = bytes[...]
    while let end = rest.indices.dropLast(3).first(where: { rest[$0..<$0 + 4].elementsEqual([13, 10, 13, 10]) }) {
      let lines = String(decoding: rest[..<end], as: UTF8.self).split(separator: "\r\n").map(String.init)
      rest = rest[(end + 4)...]
      let status = lines.first.flatMap { $0.split(separator: " ").dropFirst().first }.flatMap { Int($0) } ?? 0
      var body: [UInt8] = []
      func value(_ name: String) -> String? {
        lines.first { $0.lowercased().hasPrefix(name) }.map { String($0.dropFirst(name.count).drop { $0 == " " }) }
      }
      if value("transfer-encoding:") == "chunked" {
        while let line = rest.firstIndex(of: 10) {
          let size = Int(String(decoding: rest[..<(line - 1)], as: UTF8.self), radix: 16) ?? 0
          body += rest[(line + 1)...].prefix(size)
          rest = rest[min(line + 1 + size + 2, rest.endIndex)...]
          if size == 0 { break }
        }
      } else if let count = value("content-length:").flatMap({ Int($0) }) {
        body = Array(rest.prefix(count))
        rest = rest.dropFirst(body.count)
      }
      replies.append(Reply(status: status, head: Array(lines.dropFirst()), body: String(decoding: body, as: UTF8.self)))
    }
    return replies
  }
}
