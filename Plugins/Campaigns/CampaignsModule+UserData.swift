internal import IdentityContract
package import QixModule

extension CampaignsModule: UserDataHolding {
  /// A user who was in a segment by either id stays in it: as a listed member, where it is a rule that the survivor's
  /// id doesn't meet.
  package static func merge(
    _ user: UserID, into survivor: UserID, in connection: Connection, context: Context
  ) throws -> [(name: String, count: Int64)] {
    let store = SegmentStore(connection)
    var moved: Int64 = 0
    let listed: [SegmentID] = try connection.fetchAll("SELECT segment FROM campaigns_members WHERE member = \(user)")
    let ruled = try store.ruled().filter { $0.admits(user) && !$0.admits(survivor) }.map(\.id)
    for segment in Set(listed + ruled).sorted() where try store.add(survivor, to: segment) { moved += 1 }
    try connection.execute("DELETE FROM campaigns_members WHERE member = \(user)")
    if moved > 0 || !listed.isEmpty { try CampaignStore.turn(in: connection) }
    return [("segments", moved)]
  }

  package static func erase(_ user: UserID, in connection: Connection, context: Context) throws {
    try connection.execute("DELETE FROM campaigns_members WHERE member = \(user)")
    if connection.changes > 0 { try CampaignStore.turn(in: connection) }
  }

  /// The names of the segments that the user is in.
  package static func export(
    _ user: UserID, to writer: inout JSONWriter, in connection: Connection, context: Context
  ) throws {
    let store = SegmentStore(connection)
    try writer.array("segments") { writer in
      for segment in try store.all() where try store.isMember(user, of: segment) { writer.string(segment.name) }
    }
  }
}
