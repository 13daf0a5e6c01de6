internal import QixModule

/// Pictures in the database.
struct PictureStore {
  let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  private static let columns = "name, alt, digest, width, height, length(picture) AS bytes, added_at"

  /// By name.
  /// - Parameter after: a name; nil to begin with the first.
  func page(after: String?, limit: Int64) throws -> [BrandPicture] {
    try connection.fetchAll(
      """
      SELECT \(sql: Self.columns) FROM pictures_pictures WHERE name > \(after ?? "") ORDER BY name LIMIT \(limit)
      """, Self.read)
  }

  func find(_ name: String) throws -> BrandPicture? {
    try connection.fetchOne("SELECT \(sql: Self.columns) FROM pictures_pictures WHERE name = \(name)", Self.read)
  }

  /// - Throws: `pictures.not-found`.
  func require(_ name: String) throws -> BrandPicture {
    if let found = try find(name) { return found }
    let names: [String] = try connection.fetchAll("SELECT name FROM pictures_pictures ORDER BY name LIMIT 10000")
    let near = Suggestion.best(for: name, among: names).map { "; did you mean '\($0)'?" } ?? ""
    throw Failure(
      "pictures.not-found", .notFound, "there is no picture '\(name)'\(near)",
      hint: "List the pictures with `qix picture list`.")
  }

  /// The bytes of a picture, and the digest of the large one; nil where there is none of that name.
  func content(_ name: String, isSmall: Bool) throws -> (bytes: [UInt8], digest: String)? {
    let column = isSmall ? "small" : "picture"
    return try connection.fetchOne(
      "SELECT digest, \(sql: column) AS content FROM pictures_pictures WHERE name = \(name)"
    ) { (bytes: $0["content"] as [UInt8], digest: $0["digest"] as String) }
  }

  /// Keeps a new picture, or another in the place of one.
  /// - Parameter alt: nil for none, or for that of the one that is replaced.
  /// - Throws: `pictures.exists`, `pictures.full`.
  func put(
    _ name: String, alt: String?, _ picture: EncodedPicture, replacing: Bool, at time: Timestamp
  ) throws -> BrandPicture {
    let before = try find(name)
    guard before == nil || replacing else {
      throw Failure(
        "pictures.exists", .conflict, "picture '\(name)' already exists",
        hint: "Choose another name, or replace it with --replace.")
    }
    try connection.execute("DELETE FROM pictures_pictures WHERE name = \(name)")
    let (large, small) = (picture.large, picture.small)
    try connection.execute(
      """
      INSERT INTO pictures_pictures (name, alt, digest, width, height, picture, small, added_at)
      VALUES (\(name), \(alt ?? before?.alt ?? ""), \(large.digest), \(large.width), \(large.height), \(large.bytes),
        \(small.bytes), \(time))
      """)
    let total: Int64 =
      try connection.fetchOne("SELECT coalesce(sum(length(picture) + length(small)), 0) FROM pictures_pictures") ?? 0
    let most = try connection.value(of: PicturesModule.mostMegabytes)
    guard total <= most * 1_000_000 else {
      throw Failure(
        "pictures.full", .refused, "all pictures together would have more than \(most) MB",
        hint: """
          Remove one with `qix picture remove NAME`, or allow more with `qix setting set pictures.most-megabytes MB`.
          """)
    }
    return try require(name)
  }

  func remove(_ picture: BrandPicture) throws {
    try connection.execute("DELETE FROM pictures_pictures WHERE name = \(picture.name)")
  }

  private static func read(_ row: Row) -> BrandPicture {
    BrandPicture(
      name: row["name"], alt: row["alt"], digest: row["digest"], width: row["width"], height: row["height"],
      bytes: row["bytes"], added: row["added_at"])
  }
}
