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
    writer.key("codes")
    try writeCodes(of: user.id, to: &writer, in: connection)
    writer.key("merged_ids")
    writer.beginArray()
    for alias in try aliases.compactMap({ try User.first($0, in: connection) }) { write(alias, to: &writer) }
    writer.endArray()
    writer.key("modules")
    writer.beginObject()
    for module in context.userDataHolders {
      writer.key(module.id)
      try module.export(user.id, to: &writer, in: connection, context: context)
    }
    writer.endObject()
    writer.endObject()
    return writer.text + "\n"
  }

  private func write(_ user: User, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("id", "\(user.id)")
    writer.member("mode", user.mode.name)
    writer.member("standing", user.standing.name)
    writer.member("external_id", orNull: user.externalID)
    writer.member("username", orNull: user.username)
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

  /// Codes that were asked for to prove something of the user's; what they were sent to is in the profile.
  private func writeCodes(of user: UserID, to writer: inout JSONWriter, in connection: Connection) throws {
    writer.beginArray()
    let codes = try connection.rows(
      "SELECT channel, made_at FROM identity_codes WHERE user = ?1 ORDER BY id", .id(user)
    ) { ($0.integer(0), $0.time(1)) }
    for (channel, at) in codes {
      writer.beginObject()
      writer.member("channel", channel == 1 ? "phone" : "email")
      writer.member("made", "\(at)")
      writer.endObject()
    }
    writer.endArray()
  }
}
