internal import IdentityContract
package import QixModule

/// External ids belong to the users that they were given to, and merged users to whom they were merged into.
extension IdentityModule: FactSealing {
  package static let sealedFacts = "external ids and mergers of users"

  package static func forEachSealedFact(
    in connection: Connection, _ body: (_ owner: [UInt8], _ name: String) throws -> Void
  ) throws {
    try connection.forEach("SELECT id, external_id FROM identity_users WHERE external_id IS NOT NULL") {
      try body($0["id"], $0["external_id"])
    }
    try connection.forEach("SELECT id, survivor FROM identity_users WHERE survivor IS NOT NULL") {
      try body($0["id"], merger(into: try $0["survivor"]))
    }
  }

  /// What is sealed of a merged user. No external id has a control character in it.
  static func merger(into survivor: UserID) -> String { "\u{1}\(survivor)" }
}
