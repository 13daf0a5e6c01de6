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
      try connection.fetchAll("SELECT field FROM identity_fields WHERE user = \(user)") {
        ProfileField(rawValue: $0["field"])
      }.compactMap { $0 })
    proofs = Set(
      try connection.fetchAll("SELECT proof FROM identity_proofs WHERE user = \(user)") { Proof(rawValue: $0["proof"]) }
        .compactMap { $0 })
    accounts = try connection.fetchOne("SELECT count(*) FROM identity_accounts WHERE user = \(user)") ?? 0
  }
}
