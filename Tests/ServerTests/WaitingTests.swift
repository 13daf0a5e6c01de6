import Foundation
import QixCatalog
import QixCommands
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
      answer: AnswerShape("test.turn/1", fields), route: .at("GET /v1/turns/mine"))

    func run(in context: Context) throws -> Document {
      Document("test.turn/1", Self.fields, of: (waited: context.waited, asked: context.asked))
    }

    private static let fields: [Field<(waited: Int64, asked: Timestamp)>] = [
      Field("waited", .integer) { $0.waited / 1_000_000 },
      Field("asked", .time) { $0.asked },
    ]
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
            started: ProcessFigures.microseconds - seconds * 1_000_000, turn: nil)
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

  private enum OldModule: CommandProviding {
    static let id = "old"
    static let summary = "Has a command that goes, for tests."
    static var commands: [CommandNode] { [.command(OldCommand.self)] }
  }

  private struct OldCommand: Command {
    static let declaration = Declaration(
      "old", "Say nothing.", roles: [.operator], examples: [Example("qix old", "in a test")],
      answer: AnswerShape("test.old/1", fields),
      route: .at("GET /v1/olds/mine"),
      retirement: Retirement(
        since: CalendarDate(daysSinceEpoch: 20_000), ends: CalendarDate(daysSinceEpoch: 20_400),
        successor: "wallet show"))

    func run(in context: Context) throws -> Document {
      Document("test.old/1", Self.fields, of: true)
    }

    private static let fields: [Field<Bool>] = [Field("old", .boolean) { $0 }]
  }

  /// What goes says so to whoever runs it, reads its help or asks for it over HTTP.
  @Test func whatGoesSaysSince() throws {
    try TestHome.initialised(vault: true, modules: Catalog.modules + [OldModule.self]) { home in
      let run = try home.qix("old")
      #expect(run.exitCode == 0 && run.errors.contains("`qix old` goes on 2025-11-08; use `qix wallet show`."))
      #expect(try home.qix("old --help").output.contains("goes on 2025-11-08"))
      try RunningServer.with(home) { server in
        let token = try server.token("desk", "operator")
        let reply = try server.get("/v1/olds/mine", as: token)
        #expect(reply.status == 200 && reply.field("Deprecation") == "@1728000000", "\(reply)")
        #expect(reply.field("Sunset") == "Sat, 08 Nov 2025 00:00:00 GMT", "\(reply)")
        #expect(reply.field("Link") == "</v1/wallets/{user}>; rel=\"successor-version\"", "\(reply)")
        let stays = try server.get("/v1/users", as: token)
        #expect(stays.field("Deprecation") == nil)
        let described = try #require(server.get("/v1/openapi.json", as: token).json["paths"]?["/v1/olds/mine"])
        #expect(described["get"]?["deprecated"] == true && described["get"]?["x-successor"] == "wallet show")
      }
    }
  }
}
