internal import QixDefinitions
internal import QixModule

/// Tiers in the database.
struct TierStore {
  let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  /// The lowest first.
  func all() throws -> [Tier] {
    try connection.fetchAll(
      "SELECT id, name, title, threshold, multiplier, benefits FROM tiers_tiers ORDER BY threshold"
    ) { row -> Tier in
      Tier(
        id: try row["id"], name: row["name"], title: row["title"], threshold: row["threshold"],
        multiplier: row["multiplier"],
        benefits: row["benefits"])
    }
  }

  func find(_ name: String) throws -> Tier? { try all().first { $0.name == name } }

  /// - Throws: `TierError.notFound`.
  func require(_ name: String) throws -> Tier {
    let tiers = try all()
    if let tier = tiers.first(where: { $0.name == name }) { return tier }
    throw TierError.notFound(name, near: Suggestion.best(for: name, among: tiers.map(\.name)))
  }

  /// Makes a tier, or changes the one of that name.
  /// - Throws: `TierError.malformedName`, `.thresholdTaken`, `.multiplierFalls`.
  func put(_ tier: Tier, at time: Timestamp) throws {
    guard ItemName.isWellFormed(tier.name) else { throw TierError.malformedName(tier.name) }
    let others = try all().filter { $0.name != tier.name }
    if let other = others.first(where: { $0.threshold == tier.threshold }) {
      throw TierError.thresholdTaken(tier.threshold, by: other.name)
    }
    // A user who rises must not be paid less than before.
    let wrong = others.first {
      ($0.threshold < tier.threshold && $0.multiplier > tier.multiplier)
        || ($0.threshold > tier.threshold && $0.multiplier < tier.multiplier)
    }
    if let wrong { throw TierError.multiplierFalls(tier.name, other: wrong.name) }
    try connection.execute(
      """
      INSERT INTO tiers_tiers (id, name, title, threshold, multiplier, benefits, created_at)
      VALUES (\(tier.id), \(tier.name), \(tier.title), \(tier.threshold), \(tier.multiplier), \(tier.benefits), \(time))
      ON CONFLICT (name) DO UPDATE SET title = excluded.title, threshold = excluded.threshold,
        multiplier = excluded.multiplier, benefits = excluded.benefits
      """)
  }

  func remove(_ tier: Tier) throws { try connection.execute("DELETE FROM tiers_tiers WHERE name = \(tier.name)") }
}
