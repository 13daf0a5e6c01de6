internal import IdentityContract
internal import QixFormats
internal import QixKernel
internal import QixStorage

/// Everything that is held about a user, in one JSON value (GDPR article 15 and 20).
struct UserExport {
  let context: Context
  /// Nil where nothing personal is kept of the user: then no vault is needed.
  let profiles: Profiles?

  func json(_ id: UserID, in connection: Connection) throws -> String {
    let user = try User.survivor(of: id, in: connection)
    let aliases = try connection.aliases(of: user.id)
    var writer = JSONWriter(.pretty)
    writer.beginObject()
    writer.member("schema", "user.export/1")
    writer.member("exported", "\(context.clock.now())")
    writer.key("user")
    write(user, to: &writer)
    writer.key("profile")
    try writeProfile(of: user.id, to: &writer, in: connection)
    writer.key("accounts")
    try writeAccounts(of: user.id, to: &writer, in: connection)
    writer.key("proofs")
    try writeProofs(of: user.id, to: &writer, in: connection)
    writer.key("merged_ids")
    writer.beginArray()
    for alias in try aliases.compactMap({ try User.first($0, in: connection) }) { write(alias, to: &writer) }
    writer.endArray()
    writer.key("modules")
    try writeModules([user.id] + aliases, to: &writer, in: connection)
    writer.endObject()
    return writer.text + "\n"
  }

  private func write(_ user: User, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("id", "\(user.id)")
    writer.member("mode", user.mode.name)
    writer.member("standing", user.standing.name)
    writer.key("external_id")
    if let externalID = user.externalID { writer.string(externalID) } else { writer.null() }
    writer.key("username")
    if let username = user.username { writer.string(username) } else { writer.null() }
    writer.member("created", "\(user.created)")
    writer.endObject()
  }

  private func writeProfile(of user: UserID, to writer: inout JSONWriter, in connection: Connection) throws {
    writer.beginArray()
    if try connection.hasPersonalData(user) {
      guard let profiles else { throw UserError.changedMeanwhile }
      for (field, value, at) in try profiles.values(of: user, in: connection) {
        writer.beginObject()
        writer.member("field", field.rawValue)
        writer.member("value", value)
        writer.member("since", "\(at)")
        writer.endObject()
      }
    }
    writer.endArray()
  }

  private func writeAccounts(of user: UserID, to writer: inout JSONWriter, in connection: Connection) throws {
    writer.beginArray()
    for (account, at) in try profiles?.dated(accountsOf: user, in: connection) ?? [] {
      writer.beginObject()
      writer.member("issuer", account.issuer)
      writer.member("subject", account.subject)
      writer.member("linked", "\(at)")
      writer.endObject()
    }
    writer.endArray()
  }

  private func writeProofs(of user: UserID, to writer: inout JSONWriter, in connection: Connection) throws {
    writer.beginArray()
    let proofs = try connection.rows(
      "SELECT proof, proved_at FROM identity_proofs WHERE user = ?1 ORDER BY proof", .id(user)
    ) { ($0.text(0), $0.time(1)) }
    for (proof, at) in proofs {
      writer.beginObject()
      writer.member("proof", proof)
      writer.member("proved", "\(at)")
      writer.endObject()
    }
    writer.endArray()
  }

  /// Each module's part, for the user and for each id that was merged into them.
  private func writeModules(_ users: [UserID], to writer: inout JSONWriter, in connection: Connection) throws {
    writer.beginObject()
    for module in context.userDataHolders {
      writer.key(module.id)
      writer.beginArray()
      for user in users {
        writer.beginObject()
        writer.member("user", "\(user)")
        writer.key("data")
        try module.export(user, to: &writer, in: connection, context: context)
        writer.endObject()
      }
      writer.endArray()
    }
    writer.endObject()
  }
}
