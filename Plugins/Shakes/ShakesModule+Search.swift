internal import CampaignsContract
package import QixShake

extension ShakesModule: SearchProviding {
  package static func find(_ search: inout Search, in context: Context) throws {
    guard search.isOpen(ShowShake.self) else { return }
    let directory = try context.service(Campaigns.directory)
    try context.database.read { connection in
      let id = search.id(ShakeID.self)
      let record: ShakeRecord? =
        if let id {
          try ShakeRecord.find(id, in: connection)
        } else if !search.isID, context.mayTell(.key) {
          try connection.fetchOne(
            "SELECT \(sql: ShakeRecord.columns) FROM shakes_shakes WHERE key = \(search.text)", ShakeRecord.init)
        } else {
          nil
        }
      guard let record else { return }
      let campaign = try directory.find("\(record.campaign)", in: connection)?.name ?? "\(record.campaign)"
      let standing = try record.standing(SettlementRecord.all(of: record.id, in: connection))
      search.add(
        "shake", record.id, of: record.user, "\(record.type) shake in \(campaign)", by: id == nil ? "key" : "id",
        state: standing.outcome)
    }
  }
}
