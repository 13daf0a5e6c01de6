internal import IdentityContract
package import QixModule

/// External ids belong to the users that they were given to.
extension IdentityModule: FactSealing {
  package static func forEachSealedFact(
    in connection: Connection, _ body: (_ owner: [UInt8], _ name: String) throws -> Void
  ) throws {
    try connection.forEach("SELECT id, external_id FROM identity_users WHERE external_id IS NOT NULL") {
      try body($0["id"], $0["external_id"])
    }
  }
}
