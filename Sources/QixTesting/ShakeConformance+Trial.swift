internal import QixCatalog
internal import QixFormats
internal import QixKernel
internal import QixShake

extension ShakeConformance.Trial {
  /// A home that the operator has prepared.
  func withHome(_ body: (TestHome) throws -> Void) throws {
    let modules = (conformance.modules ?? Catalog.modules) + [ShownShakesModule.self]
    try TestHome.initialised(vault: conformance.needsVault, modules: modules) { home in
      try conformance.prepare(home)
      try body(home)
    }
  }

  /// Runs `body` on a stage with a campaign.
  func withStage(budget: Int64 = 1_000_000, caps: JSONValue = [:], _ body: (ShakeStage) throws -> Void) throws {
    try withHome { home in try body(stage(home, budget: budget, caps: caps)) }
  }

  func stage(
    _ home: TestHome, campaign: String = "stage", budget: Int64 = 1_000_000, caps: JSONValue = [:]
  ) throws -> ShakeStage {
    try ShakeStage(
      home, conformance.type, settings: conformance.settings, campaign: campaign, budget: budget, caps: caps)
  }

  /// Good evidence, sent: the answer to it, or to the step before it that was refused.
  func send(_ stage: ShakeStage, _ user: String, _ number: Int, key: String? = nil) throws -> ShakeReply {
    do {
      return try stage.shake(user, try conformance.good(stage, user, number), key: key)
    } catch let ended as ShakeStage.StepEnded {
      return ended.reply
    }
  }

  /// Everything that must stay as it is when nothing is won: the ledger, and what the type keeps.
  func holdings(_ home: TestHome) throws -> [String] {
    let own = try owner.id
    return try home.contents().filter { $0.hasPrefix("coins_") || $0.hasPrefix("\(own)_") }
  }

  /// Returns the rows that a shake must not touch: everything but the ledger, the pipeline's records, the audit log,
  /// keys that are made when they are first needed, and the tables of the type's own module.
  func foreign(_ home: TestHome) throws -> [String] {
    let allowed = ["coins_", "shakes_", "qix_", "draws_", "vault_", "\(try owner.id)_"]
    return try home.contents().filter { row in !allowed.contains { row.hasPrefix($0) } }
  }

  /// The rows that are other ones now, by their tables: a sentence's end.
  func difference(_ before: [String], _ after: [String]) -> String {
    let changed = Set(before).symmetricDifference(after).compactMap { $0.split(separator: ":").first.map(String.init) }
    return Set(changed).sorted().joined(separator: ", ")
  }

  /// The module that brings the type.
  private var owner: any Module.Type {
    get throws {
      let modules = conformance.modules ?? Catalog.modules
      let owner = modules.first { module in
        (module as? any ShakeProviding.Type)?.shakeTypes.contains { $0.name == conformance.type.name } ?? false
      }
      guard let owner else { throw Unlisted(type: conformance.type.name) }
      return owner
    }
  }

  /// Returns the balance of each account. A refusal's release of what a shake reserved is no movement.
  func balances(_ home: TestHome) throws -> [String] {
    try home.unchecked.read { connection in
      try connection.fetchAll("SELECT account, posted FROM coins_accounts ORDER BY account") {
        "\($0["account"] as Int64): \($0["posted"] as Int64)"
      }
    }
  }

  /// No module of the program brings the type.
  struct Unlisted: Error {
    let type: String
  }

  /// Accounts, transfers and lots agree with each other.
  mutating func expectWholeLedger(_ home: TestHome) throws {
    let outcome = try home.qix("coins verify")
    expect(outcome.exitCode == 0, "the ledger is not whole: \(outcome.errors)")
  }

  mutating func expectWon(_ reply: ShakeReply, _ stage: ShakeStage, _ what: String) {
    expect(
      reply.isWon && reply.coins == stage.award && reply.exitCode == 0,
      "\(what) should have won \(stage.award) coins; \(reply)")
  }

  /// A refusal says in words what it is, and only that.
  mutating func expectWords(_ reply: ShakeReply, _ what: String) {
    let scalars = reply.message.unicodeScalars
    expect(!scalars.isEmpty && scalars.count < 2_000, "\(what) is answered by \(scalars.count) characters")
    expect(
      !scalars.contains { $0.properties.generalCategory == .control && $0 != "\n" },
      "\(what) is answered with control characters")
    expect(
      reply.refusal?.contains(".") == true || reply.refusal == "usage", "\(what) has the code '\(reply.refusal ?? "")'")
  }
}
