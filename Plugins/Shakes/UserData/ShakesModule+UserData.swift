internal import IdentityContract
package import QixModule

extension ShakesModule: UserDataHolding {
  /// Adds what is counted of one user to the other's, so that caps hold for the person they are now; claims and shakes
  /// under way go along, and what both have won counts once. Shakes stay under the id of their time and are found through
  /// the survivor.
  package static func merge(
    _ user: UserID, into survivor: UserID, in connection: Connection, context: Context
  ) throws -> [(name: String, count: Int64)] {
    var merging = Merging(of: user, into: survivor, in: connection)
    try merging.run(context)
    var moved: [(name: String, count: Int64)] = [("shakes", merging.shakes), ("claims", merging.claims)]
    if merging.taken > 0 { moved.append(("shakes_taken_back", merging.taken)) }
    return moved
  }

  /// Takes away what the steps of the user's shakes had found (links, places, facts), which devices the user shook with,
  /// and ends shakes under way. What was decided, and that it counted, stays.
  package static func erase(_ user: UserID, in connection: Connection, context: Context) throws {
    try EndingPending.run(of: user, in: connection, context) { _ in true }
    var numbers: [Int64] = []
    try ShakeList.forEach(of: user, in: connection) { if $0.trace != nil { numbers.append($0.number) } }
    for number in numbers { try connection.execute("UPDATE shakes_shakes SET trace = NULL WHERE shake = \(number)") }
    try connection.execute("DELETE FROM shakes_devices WHERE user_id = \(user)")
  }

  /// Writes the counts of each campaign, every shake with what its steps found, and shakes under way.
  package static func export(
    _ user: UserID, to writer: inout JSONWriter, in connection: Connection, context: Context
  ) throws {
    try ShakeExport(of: user, in: connection).write(to: &writer)
  }
}
