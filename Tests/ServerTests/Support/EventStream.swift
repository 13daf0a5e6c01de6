import QixFormats
import Testing

@testable import Server

/// A client that follows a stream of events, whatever it is of.
final class EventStream {
  private let connection: RunningServer.Connection
  private var text = ""

  /// - Parameter reads: false for a client that asks, and takes nothing of the answer.
  init(
    _ server: RunningServer, _ path: String, as token: String? = nil, with fields: [String] = [],
    after cursor: String? = nil,
    reads: Bool = true
  ) throws {
    connection = try RunningServer.Connection(server.socket)
    var lines = [
      "GET \(path) HTTP/1.1", "Host: qix", "Accept: text/event-stream",
    ]
    lines += fields
    if let token { lines.append("Authorization: Bearer \(token)") }
    if let cursor { lines.append("Last-Event-ID: \(cursor)") }
    connection.write([UInt8]((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
    if reads { try wait { $0.contains("retry: 2000") || $0.contains("problem+json") } }
  }

  /// Reads until something is there.
  func wait(_ isThere: (String) -> Bool) throws {
    for _ in 0..<600 {
      if isThere(text) { return }
      text += String(decoding: connection.readToEnd(patience: 50), as: UTF8.self)
    }
    Issue.record("it never came: \(text)")
  }

  func read(for milliseconds: Int) {
    text += String(decoding: connection.readToEnd(patience: milliseconds), as: UTF8.self)
  }

  /// Whether the server ends it within so many milliseconds.
  func hasEnded(within milliseconds: Int) -> Bool {
    let end = ProcessFigures.microseconds + Int64(milliseconds) * 1_000
    while !text.hasSuffix("0\r\n\r\n"), ProcessFigures.microseconds < end { read(for: 20) }
    return text.hasSuffix("0\r\n\r\n")
  }

  var all: String { text }
  var types: [String] { values("event: ") }
  var ids: [String] { values("id: ") }
  var bodies: [JSONValue] { values("data: ").compactMap { try? JSONValue(parsing: $0) } }

  private func values(_ prefix: String) -> [String] {
    text.split(whereSeparator: \.isNewline).filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
  }
}
