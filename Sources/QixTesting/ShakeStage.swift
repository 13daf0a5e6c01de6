package import QixFormats
internal import QixKernel
package import QixShake

/// A campaign that runs, with a budget and a fixed award, for tests that shake in it through the whole program.
package struct ShakeStage: Sendable {
  package let home: TestHome
  /// The type's name.
  package let type: String
  /// Its name; it runs for forty days to both sides of the home's clock.
  package let campaign: String
  /// Coins that each accepted shake wins.
  package let award: Int64
  /// `send`, or what shows the type a file that it can't do without.
  private let verb: String

  /// Makes the campaign, funds it and starts it.
  /// - Parameters:
  ///   - settings: of the type, as in a campaign's file.
  ///   - caps: as in a campaign's file.
  /// - Throws: `TestHome.CommandFailed`, such as for settings that the type doesn't take.
  package init(
    _ home: TestHome, _ type: any ShakeType.Type, settings: JSONValue = [:], campaign: String = "stage",
    award: Int64 = 10, budget: Int64 = 1_000_000, caps: JSONValue = [:]
  ) throws {
    (self.home, self.type, self.campaign, self.award) = (home, type.name, campaign, award)
    verb = type.sights.contains(where: \.isRequired) ? "shown" : "send"
    let now = home.clock.now()
    let description: JSONValue = [
      "name": .string(campaign), "brand": "Acme", "title": "A stage",
      "start": .string(Self.day(now.advanced(byMicroseconds: -40 * 86_400_000_000))),
      "end": .string(Self.day(now.advanced(byMicroseconds: 40 * 86_400_000_000))), "time-zone": "UTC",
      "shakes": .object(Self.object(type.name, settings)), "caps": caps, "award": ["fixed": .integer(award)],
    ]
    try home.done("campaign create --file -", input: description.text())
    try fund(budget)
    try home.done("campaign start \(campaign)")
  }

  package func fund(_ coins: Int64) throws {
    if coins > 0 { try home.done("campaign fund \(campaign) --amount \(coins)") }
  }

  /// Makes a user, known by a name of the test's.
  /// - Returns: how commands call them.
  package func user(_ name: String) throws -> String {
    let id = try home.done("user create --external-id \(name) --quiet")
    return verb == "send" ? name : String(id.prefix { $0 != "\n" })
  }

  /// Returns the coins in a user's wallet.
  package func coins(of user: String) throws -> Int64 {
    let wallet = try JSONValue(parsing: home.done("wallet show \(user) --json"))
    guard let coins = wallet["balance"]?.integer else { throw Unreadable(what: "wallet show") }
    return coins
  }

  package func shake(
    _ user: String, _ evidence: JSONValue, key: String? = nil, isDryRun: Bool = false
  ) throws -> ShakeReply {
    try shake(user, raw: evidence.text(), key: key, isDryRun: isDryRun)
  }

  /// Shakes with evidence that may be no JSON at all.
  package func shake(
    _ user: String, raw evidence: String, key: String? = nil, isDryRun: Bool = false
  ) throws -> ShakeReply {
    var words = ["shake", verb, "--json", "--user", user, "--type", type, "--campaign", campaign, "--evidence", "-"]
    if let key { words += ["--idempotency-key", key] }
    if isDryRun { words.append("--dry-run") }
    return try ShakeReply(home.qix(words, input: evidence))
  }

  /// A shake that is to need more, for types with several steps.
  /// - Returns: what the step gives, in its `fields`.
  /// - Throws: `StepEnded` when it is decided instead.
  @discardableResult
  package func step(_ user: String, _ evidence: JSONValue) throws -> ShakeReply {
    let reply = try shake(user, evidence)
    guard reply.outcome == "needs-more" else { throw StepEnded(reply: reply) }
    return reply
  }

  /// Returns the stage in a home with another engine or actor.
  func with(_ home: TestHome) -> ShakeStage { ShakeStage(self, in: home) }

  private init(_ stage: ShakeStage, in home: TestHome) {
    (self.home, type, campaign, award, verb) = (home, stage.type, stage.campaign, stage.award, stage.verb)
  }

  /// A step that should have led on was decided, mostly refused.
  package struct StepEnded: Error {
    package let reply: ShakeReply
  }

  package struct Unreadable: Error {
    package let what: String
  }

  private static func day(_ time: Timestamp) -> String { String(time.description.prefix("2027-01-15".count)) }

  private static func object(_ key: String, _ value: JSONValue) -> JSONObject {
    var object = JSONObject()
    object[key] = value
    return object
  }
}
