/// A request as it came, without its body.
package struct HTTPHead: Sendable {
  package let method: String
  /// As it was sent: the path with its query.
  package let target: String
  package let fields: HTTPFields
  /// The address of who has connected, without a port; empty for a Unix socket.
  package let peer: String

  package init(method: String, target: String, fields: HTTPFields = HTTPFields(), peer: String = "") {
    (self.method, self.target, self.fields, self.peer) = (method, target, fields, peer)
  }
}

/// An answer that is whole.
package struct HTTPResponse: Sendable, Equatable {
  package var status: Int
  package var fields: HTTPFields
  package var body: [UInt8]
  /// Whether the body may come in a shorter form.
  package private(set) var isCompressible = false

  package init(_ status: Int, _ fields: HTTPFields = HTTPFields(), body: [UInt8] = []) {
    (self.status, self.fields, self.body) = (status, fields, body)
  }

  /// Lets the body come in a shorter form where the client takes one. Not for secrets beside what a stranger may choose:
  /// the length would tell whether they are alike.
  package mutating func letBeCompressed() {
    isCompressible = true
    fields.extend("Vary", by: "Accept-Encoding")
  }
}

/// The client has gone in the middle of its request, or of the answer.
package struct HTTPClientGone: Error {
  package init() {}
}

/// One request and its answer, on any thread. It is answered once: by `respond`, or by `start` and later `end`.
package protocol HTTPExchange: AnyObject, Sendable {
  var head: HTTPHead { get }
  /// The body that was kept whole; empty for one that is streamed.
  var body: [UInt8] { get }
  /// Reads some of a streamed body, and waits for it.
  /// - Returns: how many bytes; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(HTTPClientGone) -> Int

  func respond(_ response: HTTPResponse)
  /// Begins an answer whose body follows.
  func start(_ status: Int, _ fields: HTTPFields)
  /// Hands on some of the body; waits until the client has taken most of what came before.
  func write(_ bytes: [UInt8]) throws(HTTPClientGone)
  /// Hands on some of the body without waiting.
  /// - Parameter most: bytes that may wait to be taken by the client.
  /// - Returns: whether there was room for it.
  func offer(_ bytes: [UInt8], most: Int) throws(HTTPClientGone) -> Bool
  func end()
}

/// What becomes of the body of a request.
package enum HTTPBodyPlan: Sendable {
  /// It is kept whole, and handed over with the request.
  case whole
  /// It is read while it comes.
  case streamed
  /// It is thrown away: the head is enough for the answer.
  case none
}

/// What a server hands its requests to. Both are called on the server's own threads, and must not wait.
package protocol HTTPHandler: Sendable {
  func plan(for head: HTTPHead) -> HTTPBodyPlan
  func handle(_ exchange: any HTTPExchange)
}

/// Limits on what clients may take up.
package struct HTTPLimits: Sendable {
  /// Threads that read requests and write answers.
  package var threads = 2
  package var mostConnections = 16_384
  package var mostPerAddress = 4_096
  /// Bytes of a body that is kept whole.
  package var mostBody = 4 << 20
  /// Seconds for a head, from its first byte to its last.
  package var headSeconds = 10
  /// Seconds of silence before the first request and between two, while few connections are open; the fewer more there is
  /// room for, the less.
  package var idleSeconds = 75
  /// Bytes a second that a body has to bring, or a client to take, on average over `slowSeconds`.
  package var leastRate = 512
  package var slowSeconds = 10

  package init() {}
}

package struct HTTPCounts: Sendable {
  package let connections: Int
  package let accepted: Int
  package let malformed: Int
  package let slow: Int

  package init(connections: Int, accepted: Int, malformed: Int, slow: Int) {
    (self.connections, self.accepted, self.malformed, self.slow) = (connections, accepted, malformed, slow)
  }
}
