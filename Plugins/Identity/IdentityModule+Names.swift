internal import IdentityContract
package import QixModule

/// External ids belong to the users that they were given to.
extension IdentityModule: FactSealing {
  package static func forEachSealedFact(
    in connection: Connection, _ body: (_ owner: [UInt8], _ name: String) throws -> Void
  ) throws {
    let statement = try connection.statement("SELECT id, external_id FROM identity_users WHERE external_id IS NOT NULL")
    try statement.forEach { row in
      try body(row.blob(0), row.text(1))
      return true
    }
  }
}
