internal import QixDefinitions
internal import QixModule

/// Tiers in the database.
struct TierStore {
  let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  /// The lowest first.
  func all() throws -> [Tier] {
    try connection.fetchAll(
      "SELECT id, name, title, threshold, multiplier, benefits, texts, picture FROM tiers_tiers ORDER BY threshold"
    ) { row -> Tier in
      Tier(
        id: try row["id"], name: row["name"], title: row["title"], threshold: row["threshold"],
        multiplier: row["multiplier"], benefits: row["benefits"], texts: try InLanguages.stored(row["texts"]),
        picture: row["picture"])
    }
  }

  func find(_ name: String) throws -> Tier? { try all().first { $0.name == name } }

  /// - Throws: `tiers.not-found`.
  func require(_ name: String) throws -> Tier {
    guard let tier = try find(name) else { throw try missing(name) }
    return tier
  }

  /// The failure of a command that names a tier that isn't there.
  func missing(_ name: String) throws -> Failure {
    let near = Suggestion.best(for: name, among: try all().map(\.name))
    return Failure(
      "tiers.not-found", .notFound, "there is no tier '\(name)'\(near.map { "; did you mean '\($0)'?" } ?? "")",
      hint: "List the tiers with `qix tier list`.")
  }

  /// Makes a tier, or changes the one of that name.
  /// - Throws: `tiers.name-malformed`, `.threshold-taken`, `.multiplier-falls`.
  func put(_ tier: Tier, at time: Timestamp) throws {
    guard ItemName.isWellFormed(tier.name) else {
      throw Failure("tiers.name-malformed", .usage, "'\(tier.name)' can't be a tier's name: \(ItemName.remedy())")
    }
    let others = try all().filter { $0.name != tier.name }
    if let other = others.first(where: { $0.threshold == tier.threshold }) {
      throw Failure(
        "tiers.threshold-taken", .conflict,
        "the tier '\(other.name)' already begins at \(tier.threshold.counted("coin"))",
        hint: "Give another number, or change that tier with `qix tier set \(other.name)`.")
    }
    // A user who rises must not be paid less than before.
    let wrong = others.first {
      ($0.threshold < tier.threshold && $0.multiplier > tier.multiplier)
        || ($0.threshold > tier.threshold && $0.multiplier < tier.multiplier)
    }
    if let wrong {
      throw Failure(
        "tiers.multiplier-falls", .usage,
        "the higher of the tiers '\(tier.name)' and '\(wrong.name)' would have the lower multiplier",
        hint: "List the tiers with `qix tier list`.")
    }
    try connection.execute(
      """
      INSERT INTO tiers_tiers (id, name, title, threshold, multiplier, benefits, texts, picture, created_at)
      VALUES (\(tier.id), \(tier.name), \(tier.title), \(tier.threshold), \(tier.multiplier), \(tier.benefits),
        \(tier.texts?.json.text()), \(tier.picture), \(time))
      ON CONFLICT (name) DO UPDATE SET title = excluded.title, threshold = excluded.threshold,
        multiplier = excluded.multiplier, benefits = excluded.benefits, texts = excluded.texts,
        picture = excluded.picture
      """)
  }

  func remove(_ tier: Tier) throws { try connection.execute("DELETE FROM tiers_tiers WHERE name = \(tier.name)") }
}
