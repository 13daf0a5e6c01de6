package import QixKernel
package import QixShake
package import QixStorage
package import ShakesContract

/// What a measured program has besides the catalogue: a type of shake that accepts everything and claims its code, and
/// an observer that keeps a row of each shake.
package enum FairModule: Migrating, ShakeProviding, ShakeObserving {
  package static let id = "fair"
  package static let summary = "A shake to be measured, and an observer with a table."
  package static let requires = ["shakes"]
  package static var shakeTypes: [any ShakeType.Type] { [FairShake.self] }

  package static let migrations = [
    Migration(
      "v1_create_fair",
      sql: Array(
        """
        CREATE TABLE fair_seen (shake BLOB PRIMARY KEY, user_id BLOB NOT NULL, coins INTEGER NOT NULL)
        STRICT, WITHOUT ROWID;
        """.utf8))
  ]

  package static func observe(_ event: ShakeEvent, in connection: Connection, context: Context) throws {
    let insert = try connection.statement("INSERT INTO fair_seen (shake, user_id, coins) VALUES (?1, ?2, ?3)")
    insert.bind(event.answer.shake, at: 1)
    insert.bind(event.user, at: 2)
    let won: Int64 = if case .won(let coins, _) = event.answer.outcome { coins } else { 0 }
    insert.bind(won, at: 3)
    try insert.run()
  }
}

struct FairShake: ShakeType {
  static let name = "fair"
  static let summary = "Shakes, and that is enough"
  static let evidence = [EvidenceField("code", .text(most: 40), "Counts once for the user")]
  let writes = false

  init(_ settings: ShakeSettings) {}

  func verify(_ attempt: Attempt, in connection: Connection) -> Verdict {
    .accepted(Proof(use: attempt.evidence.text("code").map { SingleUse(.user, $0) }))
  }
}
