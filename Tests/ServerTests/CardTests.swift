import QixCommands
import QixFormats
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Server

/// Cards in the app of a customer: those of now, in their language, and nothing of the others.
@Suite(.serialized) struct CardTests {
  private static let here = "/v1/cards/here"

  private static func titles(_ reply: JSONValue) -> [String] {
    (reply["pages"]?.array ?? []).flatMap { $0["cards"]?.array ?? [] }.compactMap { $0["title"]?.string }
  }

  private static func make(_ home: TestHome) throws {
    try home.done("segment create loyal")
    try home.done("card create all --title All --order 0 --action Go=wallet")
    try home.done("card set all --language it --title Tutti --action Vai=wallet")
    try home.done("card create place --title Milan --order 1 --place milan")
    try home.done("card create loyal --title Loyal --order 2 --segment loyal")
    try home.done("card create draft --title Draft --order 3")
    try home.done("card publish all place loyal")
  }

  @Test func aCustomerSeesWhatIsForThem() throws {
    try CustomerTests.with { home, server in
      try Self.make(home)
      let (ada, bob) = (try CustomerTests.trial(server), try CustomerTests.trial(server))
      try home.done("segment import loyal --file -", input: "user\n\(bob.user)\n")
      #expect(try Self.titles(server.get(Self.here, as: ada.token).json) == ["All"])
      #expect(try Self.titles(server.get("\(Self.here)?place=milan", as: ada.token).json) == ["All", "Milan"])
      #expect(try Self.titles(server.get(Self.here, as: bob.token).json) == ["All", "Loyal"])
      // Neither another user, nor another time or language than their own.
      for query in ["user=\(bob.user)", "at=2027-06-01T00:00:00Z", "language=it"] {
        #expect(try server.get("\(Self.here)?\(query)", as: ada.token).status == 400, "\(query)")
      }
      #expect(try Self.titles(server.get("\(Self.here)?user=me", as: ada.token).json) == ["All"])
      // Of drafts, and of how cards are decided on, customers learn nothing.
      for path in ["/v1/cards", "/v1/cards/all", "/v1/cards/draft"] {
        let reply = try server.get(path, as: ada.token)
        #expect(reply.status == 403 && !reply.body.contains("Draft"), "\(path): \(reply.body)")
      }
      #expect(try server.post("/v1/cards/publish", as: ada.token, "{\"card\": [\"draft\"]}").status == 403)
      #expect(try server.get(Self.here).status == 401)
      // Staff see what a user sees.
      let desk = try server.token("desk", "support")
      #expect(try Self.titles(server.get("\(Self.here)?user=\(bob.user)", as: desk).json) == ["All", "Loyal"])
    }
  }

  @Test func textsAreInTheLanguageOfTheRequest() throws {
    try CustomerTests.with { home, server in
      try Self.make(home)
      let ada = try CustomerTests.trial(server)
      let italian = try server.get(Self.here, as: ada.token, ["Accept-Language: it-CH, en;q=0.5"])
      #expect(Self.titles(italian.json) == ["Tutti"], "\(italian.body)")
      #expect(italian.field("Content-Language") == "it")
      #expect(italian.field("Vary")?.contains("Accept-Language") == true)
      let card = italian.json["pages"]?.array?.first?["cards"]?.array?.first
      #expect(card?["actions"] == [["text": "Vai", "link": "wallet"]])
      let romanian = try server.get(Self.here, as: ada.token, ["Accept-Language: ro"])
      #expect(Self.titles(romanian.json) == ["All"] && romanian.field("ETag") != italian.field("ETag"))
    }
  }

  /// The page follows: what an operator publishes, changes or removes is there at once, for each user who may see it.
  @Test func whatIsPublishedIsThereAtOnce() throws {
    try CustomerTests.with { home, server in
      try Self.make(home)
      let (ada, bob) = (try CustomerTests.trial(server), try CustomerTests.trial(server))
      try home.done("segment import loyal --file -", input: "user\n\(bob.user)\n")
      let stream = try EventStream(server, Self.here, as: ada.token, with: ["Accept-Language: it"])
      try stream.wait { $0.contains("event: snapshot") && $0.contains("Tutti") }
      try home.done("card publish draft")
      try stream.wait { $0.contains("Draft") }
      try home.done("card set loyal --title Secret")
      try home.done("card set all --language it --title Insieme")
      try stream.wait { $0.contains("Insieme") }
      let before = stream.types.count
      try home.done("card remove draft")
      try stream.wait { _ in stream.types.count > before }
      #expect(!stream.all.contains("Secret") && !stream.all.contains("Loyal"), "\(stream.all)")
    }
  }
}
