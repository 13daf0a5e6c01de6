internal import CoinsContract
internal import IdentityContract
package import QixModule

extension CoinsModule: SearchProviding {
  package static func find(_ search: inout Search, in context: Context) throws {
    let now = context.clock.now()
    try context.database.read { connection in
      if search.isOpen(ShowTransfer.self), let (record, by) = try transfer(search, in: connection, context) {
        let user = try (record.to.owner ?? record.from.owner).flatMap {
          try context.service(Users.directory).heir(of: $0, in: connection)
        }
        search.add(
          "transfer", record.id, of: user, and: record.from.owner, "\(record.name) of \(coins: record.amount)", by: by)
      }
      if search.isOpen(ListApprovals.self), let id = search.id(ApprovalID.self),
        let approval = try Approval.known(id, in: connection), approval.isSeen(by: context.principal)
      {
        search.add(
          "approval", id, of: approval.recipient, "\(approval.operation)", by: "id", state: approval.state(at: now).name
        )
      }
      if search.isOpen(ShowBudget.self), !search.isID,
        try connection.has("SELECT 1 FROM coins_accounts WHERE name = \(search.text) AND asset = \(Asset.coins.number)")
      {
        search.add("budget", search.text, of: nil, "budget \(search.text)", by: "name")
      }
    }
  }

  private static func transfer(
    _ search: Search, in connection: Connection, _ context: Context
  ) throws -> (record: Record, by: String)? {
    if let id = search.id(TransferID.self) { return try Records.find(id, in: connection).map { ($0, "id") } }
    guard !search.isID, context.mayTell(.key) else { return nil }
    let id: TransferID? = try connection.fetchOne("SELECT id FROM coins_transfers WHERE key = \(search.text)")
    return try id.flatMap { try Records.find($0, in: connection) }.map { ($0, "key") }
  }
}
