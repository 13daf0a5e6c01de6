internal import IdentityContract
package import QixModule

extension SessionsModule: SearchProviding {
  package static func find(_ search: inout Search, in context: Context) throws {
    guard search.isOpen(ListSessions.self), let id = search.id(SessionID.self) else { return }
    let now = context.clock.now()
    try context.database.read { connection in
      let found = try connection.fetchOne(
        "SELECT \(sql: Session.columns) FROM sessions_sessions WHERE id = \(id)", Session.init)
      guard let found else { return }
      let end = found.end(idleDays: try connection.value(of: SessionsModule.idleDays))
      search.add(
        "session", id, of: found.user, "session since \(found.created)", by: "id", state: end > now ? "valid" : "over")
    }
  }
}
