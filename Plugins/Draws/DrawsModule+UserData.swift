internal import DrawsContract
internal import IdentityContract
package import QixModule

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

  /// Takes the user out of lists that are open. In a list that is frozen the entrant stays, under a name that no
  /// longer leads to a user.
  package static func erase(_ user: UserID, in connection: Connection, context: Context) throws {
    try connection.run("DELETE FROM draws_entries WHERE user = ?1", .id(user))
    try connection.run("UPDATE draws_entrants SET user = NULL WHERE user = ?1", .id(user))
  }

  /// Entries into raffles, and where the user stands in their lists.
  package static func export(
    _ user: UserID, to writer: inout JSONWriter, in connection: Connection, context: Context
  ) throws {
    let entries = try connection.rows(
      """
      SELECT name, key, draws_entries.tickets, entered_at
      FROM draws_entries JOIN draws_raffles ON draws_raffles.id = draws_entries.raffle
      WHERE user = ?1 ORDER BY draws_entries.raffle, key
      """, .id(user)
    ) { (raffle: $0.text(0), key: $0.text(1), tickets: $0.integer(2), entered: $0.time(3)) }
    writer.array("entries", of: entries) { writer, entry in
      writer.member("raffle", entry.raffle)
      writer.member("key", entry.key)
      writer.member("tickets", entry.tickets)
      writer.member("entered", text: entry.entered)
    }
    let lists = try connection.rows(
      """
      SELECT name, entrant, draws_entrants.tickets, place
      FROM draws_entrants JOIN draws_raffles ON draws_raffles.id = draws_entrants.raffle
      WHERE user = ?1 ORDER BY draws_entrants.raffle, entrant
      """, .id(user)
    ) {
      (
        raffle: $0.text(0), entrant: try $0.identifier(1, EntrantTag.self), tickets: $0.integer(2),
        place: $0.optionalInteger(3)
      )
    }
    writer.array("lists", of: lists) { writer, entrant in
      writer.member("raffle", entrant.raffle)
      writer.member("entrant", text: entrant.entrant)
      writer.member("tickets", entrant.tickets)
      writer.member("place", entrant.place)
    }
  }
}
