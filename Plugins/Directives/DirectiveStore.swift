internal import QixModule

/// The directives that operators have added.
enum DirectiveStore {
  struct Entry: Sendable, Equatable {
    let number: Int64
    let directive: Directive
    let added: Timestamp
  }

  /// Oldest first.
  static func all(in connection: Connection) throws -> [Entry] {
    try connection.fetchAll("SELECT number, directive, added_at FROM directives_directives ORDER BY number", entry)
  }

  static func find(_ name: String, in connection: Connection) throws -> Entry? {
    try connection.fetchOne("SELECT number, directive, added_at FROM directives_directives WHERE name = \(name)", entry)
  }

  private static func entry(_ row: Row) throws -> Entry {
    do throws(DirectiveError) {
      return Entry(number: row["number"], directive: try Directive(parsing: row["directive"]), added: row["added_at"])
    } catch {
      throw StorageError.corrupt("a directive can't be read: \(error.description)")
    }
  }

  /// - Parameter replaces: whether one of the same name gives way; the new one keeps its age.
  /// - Throws: `shakes.directive-exists`.
  static func add(_ directive: Directive, replaces: Bool, at now: Timestamp, in connection: Connection) throws {
    let old = try find(directive.name, in: connection)
    if old?.directive == directive, replaces { return }
    if let old {
      guard replaces else {
        throw Failure(
          "shakes.directive-exists", .conflict, "the directive '\(directive.name)' already exists",
          hint: "Choose another name, or replace it with --replace.")
      }
      try connection.execute(
        "UPDATE directives_directives SET directive = \("\(directive.json)") WHERE number = \(old.number)")
    } else {
      try connection.execute(
        """
        INSERT INTO directives_directives (name, directive, added_at)
        VALUES (\(directive.name), \("\(directive.json)"), \(now))
        """)
    }
    try bump(in: connection)
  }

  /// - Throws: `DirectiveError.notFound`.
  static func remove(_ name: String, in connection: Connection) throws -> Directive {
    guard let entry = try find(name, in: connection) else { throw DirectiveError.notFound(name) }
    try connection.execute("DELETE FROM directives_directives WHERE number = \(entry.number)")
    try bump(in: connection)
    return entry.directive
  }

  /// Another number after each change to any directive or source.
  static func version(in connection: Connection) throws -> Int64 {
    try connection.fetchOne("SELECT version FROM directives_state WHERE id = 1") ?? 0
  }

  static func bump(in connection: Connection) throws {
    try connection.execute("UPDATE directives_state SET version = version + 1 WHERE id = 1")
  }
}
