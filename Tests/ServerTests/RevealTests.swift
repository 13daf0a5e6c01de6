import QixCatalog
import QixCommands
import QixFormats
import QixKernel
import QixTesting
import Testing

/// Personal data over HTTP: one field at a time.
@Suite struct RevealTests {
  @Test func aFieldIsRevealedByItself() throws {
    try TestHome.initialised(vault: true) { home in
      try home.done("user create --external-id ada")
      try home.done("user set ada --file -", input: #"{"phone": "+393331234567", "given-name": "Ada"}"#)
      try RunningServer.with(home) { server in
        let desk = try server.token("desk", "support")
        func shown(_ query: String) throws -> JSONValue {
          try server.get("/v1/users/ada?\(query)", as: desk).json
        }
        let phone = try shown("reveal=phone&reason=call")["profile"]
        #expect(phone?["phone"] == "+393331234567" && phone?["given_name"] == "A…", "\(String(describing: phone))")
        let all = try shown("reveal=true&reason=call")["profile"]
        #expect(all?["phone"] == "+393331234567" && all?["given_name"] == "Ada")
        #expect(try shown("reveal=false")["profile"]?["given_name"] == "A…")
        let unknown = try shown("reveal=fone&reason=call")
        #expect(unknown["hint"]?.string?.contains("phone, given_name") == true, "\(unknown)")
      }
    }
  }

  /// A file is answered as bytes that a page can show and nothing else does anything with.
  @Test func aFileIsAnsweredAsBytes() throws {
    try TestHome.initialised(modules: Catalog.modules + [FileModule.self]) { home in
      try RunningServer.with(home) { server in
        let desk = try server.token("desk", "support")
        let reply = try server.get("/v1/dots", as: desk)
        #expect(reply.status == 200 && reply.body.hasPrefix("dot"), "\(reply)")
        #expect(reply.field("Content-Type") == "image/png" && reply.field("Cache-Control") == "no-store")
        #expect(reply.field("Content-Disposition") == #"inline; filename="dot.png""#)
        #expect(reply.field("Content-Security-Policy") == "default-src 'none'; sandbox")
        #expect(reply.field("X-Content-Type-Options") == "nosniff")
        // What is long is sent while it comes.
        let long = try server.get("/v1/dots?count=90000", as: desk)
        #expect(long.field("Content-Type") == "image/png" && long.field("Cache-Control") == "no-store")
        let operation = try server.get("/v1/openapi.json").json["paths"]?["/v1/dots"]?["get"]
        #expect(operation?["responses"]?["200"]?["content"]?["image/png"] != nil)
      }
    }
  }
}

/// A module whose command answers a file.
private enum FileModule: CommandProviding {
  static let id = "dots"
  static let summary = "Dots, for tests."
  static var commands: [CommandNode] { [.command(DotCommand.self)] }
}

private struct DotCommand: Command {
  static let declaration = Declaration(
    "dots", "Answer dots.", roles: [.support], examples: [Example("qix dots > dot.png", "in a test")],
    answer: AnswerShape(file: .png), route: .at("GET /v1/dots"))

  @Option("count", .integer(in: 1...100_000), "How many", default: "1") private var count: Int

  func run(in context: Context) -> FileAnswer {
    FileAnswer(.png, name: "dot.png", Array(String(repeating: "dot", count: count).utf8))
  }
}
