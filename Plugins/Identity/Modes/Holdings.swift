internal import IdentityContract
internal import QixModule

/// The kinds of data a user has, without the values: enough for the modes, and no vault is needed.
struct Holdings: Sendable {
  var fields: Set<ProfileField> = []
  var proofs: Set<Proof> = []
  var accounts: Int64 = 0

  var hasAccount: Bool { accounts > 0 }

  init() {}

  init(of user: UserID, in connection: Connection) throws {
    fields = Set(
      try connection.rows("SELECT field FROM identity_fields WHERE user = ?1", .id(user)) {
        ProfileField(rawValue: $0.text(0))
      }.compactMap { $0 })
    proofs = Set(
      try connection.rows("SELECT proof FROM identity_proofs WHERE user = ?1", .id(user)) {
        Proof(rawValue: $0.text(0))
      }.compactMap { $0 })
    accounts =
      try connection.first("SELECT count(*) FROM identity_accounts WHERE user = ?1", .id(user)) { $0.integer(0) } ?? 0
  }
}
