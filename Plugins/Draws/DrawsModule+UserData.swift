internal import DrawsContract
internal import IdentityContract
package import QixFormats
package import QixKernel
package import QixStorage

extension DrawsModule: UserDataHolding {
  /// Entries go to the survivor. In a list that is frozen already both stay what they are, two entrants, and both lead
  /// to the survivor.
  package static func merge(
    _ user: UserID, into survivor: UserID, in connection: Connection, context: Context
  ) throws -> [(name: String, count: Int64)] {
    try connection.run("UPDATE draws_entries SET user = ?2 WHERE user = ?1", .id(user), .id(survivor))
    let entries = Int64(connection.changes)
    try connection.run("UPDATE draws_entrants SET user = ?2 WHERE user = ?1", .id(user), .id(survivor))
    return entries == 0 ? [] : [("raffle_entries", entries)]
  }

  /// Takes the user out of lists that are open. In a list that is frozen the entrant stays, under a name that leads to
  /// no user any more.
  package static func erase(_ user: UserID, in connection: Connection, context: Context) throws {
    try connection.run("DELETE FROM draws_entries WHERE user = ?1", .id(user))
    try connection.run("UPDATE draws_entrants SET user = NULL WHERE user = ?1", .id(user))
  }

  /// Entries into raffles, and where the user stands in their lists.
  package static func export(
    _ user: UserID, to writer: inout JSONWriter, in connection: Connection, context: Context
  ) throws {
    writer.beginObject()
    writer.member("schema", "draws.export/1")
    writer.key("entries")
    writer.beginArray()
    let entries = try connection.statement(
      """
      SELECT name, key, draws_entries.tickets, entered_at
      FROM draws_entries JOIN draws_raffles ON draws_raffles.id = draws_entries.raffle
      WHERE user = ?1 ORDER BY draws_entries.raffle, key
      """)
    entries.bind(user, at: 1)
    try entries.forEach { row in
      writer.beginObject()
      writer.member("raffle", row.text(0))
      writer.member("key", row.text(1))
      writer.member("tickets", orNull: row.integer(2))
      writer.member("entered", "\(row.time(3))")
      writer.endObject()
      return true
    }
    writer.endArray()
    writer.key("lists")
    writer.beginArray()
    let lists = try connection.statement(
      """
      SELECT name, entrant, draws_entrants.tickets, place
      FROM draws_entrants JOIN draws_raffles ON draws_raffles.id = draws_entrants.raffle
      WHERE user = ?1 ORDER BY draws_entrants.raffle, entrant
      """)
    lists.bind(user, at: 1)
    try lists.forEach { row in
      writer.beginObject()
      writer.member("raffle", row.text(0))
      writer.member("entrant", "\(try row.identifier(1, EntrantTag.self))")
      writer.member("tickets", orNull: row.integer(2))
      writer.member("place", orNull: row.optionalInteger(3))
      writer.endObject()
      return true
    }
    writer.endArray()
    writer.endObject()
  }
}
