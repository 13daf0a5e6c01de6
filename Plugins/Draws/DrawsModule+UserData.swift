internal import DrawsContract
internal import IdentityContract
package import QixModule

extension DrawsModule: UserDataHolding {
  /// Entries go to the survivor. In a list that is frozen already both stay what they are, two entrants, and both lead
  /// to the survivor.
  package static func merge(
    _ user: UserID, into survivor: UserID, in connection: Connection, context: Context
  ) throws -> [(name: String, count: Int64)] {
    try connection.execute("UPDATE draws_entries SET user = \(survivor) WHERE user = \(user)")
    let entries = Int64(connection.changes)
    try connection.execute("UPDATE draws_entrants SET user = \(survivor) WHERE user = \(user)")
    return entries == 0 ? [] : [("raffle_entries", entries)]
  }

  /// Takes the user out of lists that are open. In a list that is frozen the entrant stays, under a name that no
  /// longer leads to a user.
  package static func erase(_ user: UserID, in connection: Connection, context: Context) throws {
    try connection.execute("DELETE FROM draws_entries WHERE user = \(user)")
    try connection.execute("UPDATE draws_entrants SET user = NULL WHERE user = \(user)")
  }

  /// Entries into raffles, and where the user stands in their lists.
  package static func export(
    _ user: UserID, to writer: inout JSONWriter, in connection: Connection, context: Context
  ) throws {
    let entries = try connection.fetchAll(
      """
      SELECT name, key, draws_entries.tickets, entered_at
      FROM draws_entries JOIN draws_raffles ON draws_raffles.id = draws_entries.raffle
      WHERE user = \(user) ORDER BY draws_entries.raffle, key
      """
    ) {
      (
        raffle: $0["name"] as String, key: $0["key"] as String, tickets: $0["tickets"] as Int64,
        entered: $0["entered_at"] as Timestamp
      )
    }
    writer.array("entries", of: entries) { writer, entry in
      writer.member("raffle", entry.raffle)
      writer.member("key", entry.key)
      writer.member("tickets", entry.tickets)
      writer.member("entered", text: entry.entered)
    }
    let lists = try connection.fetchAll(
      """
      SELECT name, entrant, draws_entrants.tickets, place
      FROM draws_entrants JOIN draws_raffles ON draws_raffles.id = draws_entrants.raffle
      WHERE user = \(user) ORDER BY draws_entrants.raffle, entrant
      """
    ) {
      (
        raffle: $0["name"] as String, entrant: try $0["entrant"] as EntrantID, tickets: $0["tickets"] as Int64,
        place: $0["place"] as Int64?
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
