package import QixModule

extension StaffModule: StandingChecking {
  package static func requireStanding(
    of principal: Principal, at now: Timestamp, in connection: Connection
  ) throws {
    guard let id = principal.session.flatMap({ StaffSessionID($0) }) else { return }
    // What is being done is a use: disuse ends nothing on its way.
    guard let session = try SessionStore(connection).session(id), session.expires > now else { throw StaffError.ended }
  }
}

extension StaffModule: FactSealing {
  package static let sealedFacts = "sessions of staff"

  package static func forEachSealedFact(
    in connection: Connection, _ body: (_ owner: [UInt8], _ name: String) throws -> Void
  ) throws {
    for session in try SessionStore(connection).all() { try body(session.id.withBytes { Array($0) }, session.rights) }
  }
}

/// After a restore, staff sign in again: the backup doesn't know which sessions have ended since.
extension StaffModule: CarryingOver {
  package static let adviceWithoutFormer =
    "Sessions of staff are as they were when the backup was made. End them with `qix staff end`."

  package static func carryOver(from former: Connection, into backup: Connection) throws -> Int64 {
    let store = SessionStore(backup)
    let sessions = try store.all()
    for session in sessions { try store.end(session) }
    return Int64(sessions.count)
  }
}
