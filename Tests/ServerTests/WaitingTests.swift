import Foundation
import QixCatalog
import QixFormats
import QixHTTP
import QixKernel
import QixTerminal
import QixTesting
import Testing

@testable import Server

/// What a request knows of the requests that came before it.
@Suite struct WaitingTests {
  private enum TurnModule: CommandProviding {
    static let id = "turn"
    static let summary = "Says how long a request has waited, for tests."
    static var commands: [CommandNode] { [.command(TurnCommand.self)] }
  }

  private struct TurnCommand: Command {
    static let declaration = Declaration(
      "turn", "Say how long the request has waited.", roles: [.operator], examples: [Example("qix turn", "in a test")],
      answer: "test.turn/1: waited integer, asked time", route: .at("GET /v1/turns/mine"))

    func run(in context: Context) throws -> Document {
      var document = Document("test.turn/1")
      document.field("waited", .integer(context.waited / 1_000_000))
      document.field("asked", .timestamp(context.asked))
      return document
    }
  }

  @Test func whoWaitsBehindOthersIsJudgedByWhenTheyAsked() throws {
    try TestHome.initialised(modules: Catalog.modules + [FaceModule.self, TurnModule.self]) { home in
      try home.done("token create desk --role operator --output \(home.path)/desk --quiet")
      let token = try String(contentsOfFile: "\(home.path)/desk", encoding: .utf8).filter { !$0.isWhitespace }
      let now = home.clock.now()
      try FaceModule.with(home) { face in
        let head = HTTPHead(
          method: "GET", target: "/v1/turns/mine", fields: ["Authorization": "Bearer \(token)"])
        let target = try HTTPTarget(head.target)
        guard case .found(let offer, let values) = face.routes.match("GET", target.path) else {
          Issue.record("the test's command has no route")
          return
        }
        for seconds in [0, 40] as [Int64] {
          let exchange = MadeExchange(head, body: [])
          let request = Request(
            exchange: exchange, target: target, offer: offer, values: values, type: .other,
            started: ProcessFigures.microseconds - seconds * 1_000_000)
          face.submit(request, to: face.changers) { face.answer(request, $0) }
          let (status, body, _) = exchange.answered()
          let answer = try JSONValue(parsing: body)
          #expect(status == 200 && answer["waited"]?.integer == seconds, "\(answer)")
          let asked = try #require(answer["asked"]?.string.flatMap { Timestamp($0) })
          let late = now.microseconds - seconds * 1_000_000 - asked.microseconds
          #expect((0..<5_000_000).contains(late), "\(late)")
        }
      }
      #expect(try JSONValue(parsing: home.done("turn --json"))["waited"]?.integer == 0)
    }
  }
}
