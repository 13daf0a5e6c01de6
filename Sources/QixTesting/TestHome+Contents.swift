internal import Glibc
internal import QixStorage

extension TestHome {
  /// Every row of every table, as text: equal before and after means that nothing has changed.
  package func contents() throws -> [String] {
    try unchecked.read { connection in
      let tables: [String] = try connection.fetchAll(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
      return try tables.flatMap { table in
        let columns = try connection.fetchAll("SELECT name FROM pragma_table_info(\(table))") {
          "quote(\"\($0["name"] as String)\")"
        }
        return try connection.fetchAll(
          "SELECT \(sql: columns.joined(separator: " || '|' || ")) AS line FROM \(sql: table) NOT INDEXED ORDER BY 1"
        ) { "\(table): \($0["line"] as String)" }
      }
    }
  }

  /// Returns the number of rows of a table.
  package func count(_ table: String) throws -> Int64 {
    try unchecked.read { connection in try connection.fetchOne("SELECT count(*) FROM \(sql: table)") ?? 0 }
  }

  /// Moves everything from the log into the database file.
  package func checkpoint() throws { try unchecked.exclusively { _ in } }

  /// Returns the permission bits of a file or folder, such as 0o600; nil when there is none.
  package static func mode(_ path: String) -> UInt32? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
  }
}
