import Glibc
import QixCatalog
import QixCommands
import QixFormats
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Synchronization
import Testing

@testable import Server

/// Answers that are followed: whole at first, then what changes of them.
@Suite(.serialized) struct FollowTests {
  private static func trial(_ server: RunningServer) throws -> (token: String, user: String) {
    let reply = try server.request("POST", "/v1/sessions/trial")
    return (try #require(reply.json["token"]?.string, "\(reply.body)"), try #require(reply.json["user"]?.string))
  }

  @Test func aWalletIsToldAsItChanges() throws {
    try TestHome.initialised { home in
      try home.done("user create --external-id ada")
      try home.done("user create --external-id bob")
      try RunningServer.with(home) { server in
        let desk = try server.token("desk", "support")
        let stream = try EventStream(server, "/v1/wallets/ada", as: desk)
        try stream.wait { $0.contains("event: snapshot") }
        #expect(stream.bodies.first == (try server.get("/v1/wallets/ada", as: desk).json))
        try home.done("coins issue --to ada --amount 50")
        try stream.wait { $0.contains(#"{"op":"replace","path":"/balance","value":50}"#) }
        #expect(stream.types.first == "snapshot" && !stream.types.contains("coins.issued"), "\(stream.all)")
        // What leaves the answer as it is isn't told, and a failure of one request ends nothing.
        let before = stream.types.count
        try home.done("coins issue --to bob --amount 7")
        #expect(try server.get("/v1/wallets/nobody", as: desk, ["Accept: text/event-stream"]).status == 404)
        stream.read(for: 600)
        #expect(stream.types.count == before)
        try home.done("coins transfer --from ada --to bob --amount 20")
        try stream.wait { $0.contains(#""path":"/balance","value":30}"#) }
      }
    }
  }

  @Test func usersFollowWhatIsTheirs() throws {
    try TestHome.initialised { home in
      try home.done("setting set sessions.guests open")
      try RunningServer.with(home) { server in
        let (ada, bob) = (try Self.trial(server), try Self.trial(server))
        let stream = try EventStream(server, "/v1/wallets/me", as: ada.token)
        try home.done("coins issue --to \(bob.user) --amount 9")
        try home.done("coins issue --to \(ada.user) --amount 5 --reason secret-of-the-desk")
        try stream.wait { $0.contains(#""path":"/balance","value":5}"#) }
        #expect(!stream.all.contains(bob.user) && !stream.all.contains("secret-of-the-desk"))
        for (path, status) in [
          ("/v1/wallets/\(bob.user)", 400), ("/v1/coins/approvals", 403), ("/v1/wallets/me?user=\(bob.user)", 400),
          ("/v1/wallets/me?color=red", 400), ("/v1/webhooks", 403),
        ] {
          let reply = try server.get(path, as: ada.token, ["Accept: text/event-stream"])
          #expect(reply.status == status, "\(path): \(reply.body)")
        }
        #expect(try server.get("/v1/wallets/me", ["Accept: text/event-stream"]).status == 401)
      }
    }
  }

  /// A campaign that pauses concerns no user, and is in what each of them follows.
  @Test func whatConcernsAllReachesEachUser() throws {
    try CustomerTests.with { home, server in
      let (ada, bob) = (try Self.trial(server), try Self.trial(server))
      let streams = try [ada, bob].map { try EventStream(server, "/v1/campaigns", as: $0.token) }
      for stream in streams { try stream.wait { $0.contains("event: snapshot") && $0.contains("summer") } }
      try home.done("campaign pause summer")
      for stream in streams { try stream.wait { _ in stream.types.count > 1 } }
    }
  }

  // MARK: One answer for many

  private enum GameModule: CommandProviding {
    static let id = "game"
    static let summary = "A game that all watch, for tests."
    static var commands: [CommandNode] { [.command(GameCommand.self)] }
  }

  private struct GameCommand: Command {
    static let declaration = Declaration(
      "game", "Watch the game.", roles: [.operator, .user, .guest], examples: [Example("qix game", "in a test")],
      answer: AnswerShape("test.game/1", fields), route: .at("GET /v1/games/mine"),
      follows: ["user.created"], isSharedByRole: true)
    static let runs = Atomic<Int>(0)
    private static let fields: [Field<(users: Int64, user: UserID?)>] = [
      Field("users", .integer) { $0.users }, Field("user", .id) { $0.user },
    ]

    func run(in context: Context) throws -> Document {
      Self.runs.add(1, ordering: .relaxed)
      let users: Int64 = try context.database.read { try $0.fetchOne("SELECT count(*) FROM identity_users") ?? 0 }
      return Document("test.game/1", Self.fields, of: (users: users, user: context.principal.user))
    }
  }

  /// However many watch, the command runs once for each role and change, and knows of no watcher.
  @Test func allOfARoleShareOneAnswer() throws {
    try TestHome.initialised(modules: Catalog.modules + [GameModule.self]) { home in
      try home.done("setting set sessions.guests open")
      try home.done("setting set server.guest-requests-per-minute 1000")
      try RunningServer.with(home) { server in
        let users = try (0..<5).map { _ in try Self.trial(server) }
        let before = GameCommand.runs.load(ordering: .relaxed)
        let streams = try (0..<30).map { try EventStream(server, "/v1/games/mine", as: users[$0 % 5].token) }
        let desk = try EventStream(server, "/v1/games/mine", as: try server.token("desk", "operator"))
        #expect(GameCommand.runs.load(ordering: .relaxed) - before == 2)
        try home.done("user create --external-id ada")
        for stream in streams + [desk] { try stream.wait { $0.contains(#""path":"/users","value":6}"#) } }
        // Once, or twice where the event came between two looks.
        #expect((4...6).contains(GameCommand.runs.load(ordering: .relaxed) - before))
        for stream in streams {
          #expect(stream.bodies.first?["user"] == .null && stream.types == ["snapshot", "change"], "\(stream.all)")
        }
        // By itself it is asked for as who one is.
        #expect(try server.get("/v1/games/mine", as: users[0].token).json["user"]?.string == users[0].user)
      }
    }
  }

  // MARK: Rights that end

  /// A quiet stream ends with the right to it, and doesn't wait for the next sign of life.
  @Test(arguments: ["/v1/users/me/events", "/v1/wallets/me"])
  func aStreamEndsWithItsSession(path: String) throws {
    try TestHome.initialised { home in
      try home.done("setting set sessions.guests open")
      try RunningServer.with(home) { server in
        let (ada, bob, eve) = (try Self.trial(server), try Self.trial(server), try Self.trial(server))
        let streams = try [ada, bob, eve].map { try EventStream(server, path, as: $0.token) }
        #expect(try server.post("/v1/sessions/end", as: ada.token, "{}").status == 200)
        try home.done("session end --user \(bob.user) --all")
        for stream in streams.prefix(2) { #expect(stream.hasEnded(within: 1_000), "\(stream.all)") }
        #expect(!streams[2].hasEnded(within: 300))
      }
    }
  }

  @Test(arguments: ["token revoke desk", "token rotate desk --output HOME/new.token"])
  func aStreamEndsWithItsToken(line: String) throws {
    try TestHome.initialised { home in
      try RunningServer.with(home) { server in
        let (desk, other) = (try server.token("desk", "support"), try server.token("other", "support"))
        let streams = try ["/v1/events", "/v1/coins/approvals"].map { try EventStream(server, $0, as: desk) }
        let stays = try EventStream(server, "/v1/events", as: other)
        try home.done(line.replacing("HOME", with: home.path))
        for stream in streams { #expect(stream.hasEnded(within: 1_000), "\(stream.all)") }
        #expect(!stays.hasEnded(within: 300))
      }
    }
  }

  /// A token that expires ends without an event; nothing is told to it from then on.
  @Test func whoseRightHasExpiredHearsNothingMore() throws {
    try TestHome.initialised { home in
      try home.done("user create --external-id ada")
      try RunningServer.with(home) { server in
        let desk = try server.token("desk", "support", "--expires 2027-01-15T12:00:00Z")
        let stream = try EventStream(server, "/v1/wallets/ada", as: desk)
        try stream.wait { $0.contains("event: snapshot") }
        home.clock.advance(byMicroseconds: 18_000_000_000)
        usleep(1_200_000)
        try home.done("coins issue --to ada --amount 77")
        #expect(stream.hasEnded(within: 2_000))
        #expect(!stream.all.contains("\"value\":77"), "\(stream.all)")
      }
    }
  }

  // MARK: Work lists

  @Test func whatWaitsForSomebodyIsTold() throws {
    try TestHome.initialised { home in
      try home.done("setting set coins.approval-above 100")
      try home.done("user create --external-id ada")
      try RunningServer.with(home) { server in
        let (boss, clerk) = (try server.token("boss", "operator"), try server.token("clerk", "operator"))
        let list = try EventStream(server, "/v1/coins/approvals?pending", as: boss)
        let wish = #"{"to": "ada", "amount": 900, "reason": "party"}"#
        let asked = try server.post("/v1/coins/issues", as: clerk, wish, key: "one")
        #expect(asked.status == 403)
        try list.wait { $0.contains(#""op":"add","path":"/approvals/0""#) }
        let approval = try #require(list.bodies.last?.array?.first?["value"]?["approval"]?.string, "\(list.all)")
        let events = try EventStream(server, "/v1/events?type=approval.decided&type=approval.used", as: boss)
        #expect(try server.post("/v1/coins/approve", as: boss, #"{"approval": "\#(approval)"}"#).status == 200)
        try list.wait { $0.contains(#""op":"remove","path":"/approvals/0""#) }
        let done = try server.post("/v1/coins/issues", as: clerk, wish, key: "one")
        #expect(done.status == 200, "\(done.body)")
        try events.wait { $0.contains("approval.used") }
        #expect(events.types == ["approval.decided", "approval.used"])
        #expect(events.bodies.last?["data"]?["coins"] == 900 && events.bodies.last?["data"]?["state"] == "used")
      }
    }
  }

  /// What an answer follows exists.
  @Test func whatIsFollowedIsToldByAModule() throws {
    try TestHome.initialised { home in
      try RunningServer.with(home) { server in
        let token = try server.token("desk", "operator")
        let types = try server.get("/v1/events/types", as: token).json["types"]?.array ?? []
        try #require(types.count > 30)
        let known = Set(types.compactMap { $0["type"]?.string })
        let tree = try Qix.program(home: home.path, actor: "tester").tree
        for place in tree.places {
          guard case .command(let command) = place.node, !command.declaration.follows.isEmpty else { continue }
          let declaration = command.declaration
          #expect(declaration.follows.isSubset(of: known), "\(place.text): \(declaration.follows.subtracting(known))")
          #expect(declaration.effect == .reads, "\(place.text) changes something")
        }
      }
    }
  }
}
