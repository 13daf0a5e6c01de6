import QixCommands
import QixHTTP
import QixKernel
import QixPages
import QixStorage
import QixTerminal
import QixTesting
import Synchronization

@testable import Server

/// A module whose command lends a test the face behind the sockets, so that requests come to it from within the process.
enum FaceModule: CommandProviding {
  static let id = "face"
  static let summary = "The face of the server, for tests."
  static var commands: [CommandNode] { [.command(FaceCommand.self)] }

  static let body = Mutex<(@Sendable (RequestHandler) throws -> Void)?>(nil)

  /// Lends the face of a server of a home with this module.
  static func with(_ home: TestHome, _ body: @escaping @Sendable (RequestHandler) throws -> Void) throws {
    Self.body.withLock { $0 = body }
    try home.done("face")
  }
}

struct FaceCommand: Command {
  static let declaration = Declaration(
    "face", "Lend the face.", roles: .adminsOnly, examples: [Example("qix face", "in a test")], isForOwner: true)

  func run(in context: Context) throws -> Printed {
    var context = context
    let lasting = try Lasting.begin(&context)
    let face = try RequestHandler(context.program, context, .pack(PagePack([])), threads: 4, log: nil) {
      HTTPCounts(connections: 0, accepted: 0, malformed: 0, slow: 0)
    }
    defer {
      face.quiesce()
      face.stop()
      lasting.end()
    }
    try FaceModule.body.withLock { $0 }?(face)
    return Printed()
  }
}

/// A request from within the process, and what becomes of it.
final class MadeExchange: HTTPExchange {
  let head: HTTPHead
  let body: [UInt8]
  private let state = Mutex(State())
  private let done = Semaphore()

  private struct State {
    var read = 0
    var answers = 0
    var status = 0
    var answer: [UInt8] = []
  }

  init(_ head: HTTPHead, body: [UInt8]) { (self.head, self.body) = (head, body) }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(HTTPClientGone) -> Int {
    state.withLock { state in
      let part = body[state.read...].prefix(buffer.count)
      buffer.copyBytes(from: part)
      state.read += part.count
      return part.count
    }
  }

  func respond(_ response: HTTPResponse) {
    state.withLock { state in
      state.answers += 1
      (state.status, state.answer) = (response.status, response.body)
    }
    done.post()
  }

  func start(_ status: Int, _ fields: HTTPFields) { state.withLock { $0.status = status } }
  func write(_ bytes: [UInt8]) throws(HTTPClientGone) { state.withLock { $0.answer += bytes } }

  func offer(_ bytes: [UInt8], most: Int) throws(HTTPClientGone) -> Bool {
    state.withLock { $0.answer += bytes }
    return true
  }

  func end() {
    state.withLock { $0.answers += 1 }
    done.post()
  }

  /// Hands it to the face as a server does, and waits for the answer.
  /// - Returns: its status and body, and how often it was answered.
  func go(through face: RequestHandler) -> (status: Int, body: [UInt8], answers: Int) {
    // What is to be thrown away of a body never comes to the face.
    let isKept = face.plan(for: head) != .none
    let exchange = isKept ? self : MadeExchange(head, body: [])
    face.handle(exchange)
    return exchange.answered()
  }

  /// Waits for the answer.
  func answered() -> (status: Int, body: [UInt8], answers: Int) {
    done.wait()
    return state.withLock { ($0.status, $0.answer, $0.answers) }
  }
}
