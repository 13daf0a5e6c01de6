internal import IdentityContract
internal import QixModule

/// Everything that is held about a user, in one JSON value (GDPR article 15 and 20).
struct UserExport {
  let context: Context
  /// Nil where nothing personal is kept of the user: then no vault is needed.
  let profiles: Profiles?

  func json(_ id: UserID, in connection: Connection) throws -> String {
    let user = try User.survivor(of: id, in: connection)
    let aliases = try connection.aliases(of: user.id)
    let aliasUsers = try aliases.compactMap { try User.first($0, in: connection) }
    var writer = JSONWriter(.pretty)
    try writer.object { writer in
      writer.member("schema", "user.export/1")
      writer.member("exported", text: context.clock.now())
      writer.key("user")
      writer.object { Self.write(to: &$0, user) }
      try writer.array("profile", of: values(of: user.id, in: connection)) { writer, entry in
        writer.member("field", entry.field.rawValue)
        writer.member("value", entry.value)
        writer.member("since", text: entry.at)
      }
      try writer.array("accounts", of: profiles?.dated(accountsOf: user.id, in: connection) ?? []) { writer, entry in
        writer.member("issuer", entry.account.issuer)
        writer.member("subject", entry.account.subject)
        writer.member("linked", text: entry.at)
      }
      try writer.array("notes", of: profiles?.notes(on: user.id, in: connection) ?? []) { writer, note in
        writer.member("made", text: note.at)
        writer.member("text", note.text)
      }
      // Their words are among the notes.
      let disputes = try Dispute.list(of: user.id, nil, after: nil, limit: .max, in: connection)
      writer.array("disputes", of: disputes) { writer, dispute in
        writer.member("subject", dispute.subject)
        writer.member("opened", text: dispute.opened)
        if let closed = dispute.closed { writer.member("closed", text: closed) }
      }
      let proofs = try connection.fetchAll(
        "SELECT proof, proved_at FROM identity_proofs WHERE user = \(user.id) ORDER BY proof"
      ) { (name: $0["proof"] as String, at: $0["proved_at"] as Timestamp) }
      writer.array("proofs", of: proofs) { writer, proof in
        writer.member("proof", proof.name)
        writer.member("proved", text: proof.at)
      }
      let claims = try Profiles.claims(of: user.id, in: connection)
      writer.array("claimed", of: claims.map(\.rawValue).sorted()) { writer, field in writer.member("field", field) }
      // Codes that were asked for to prove something of the user's; what they were sent to is in the profile.
      let codes = try connection.fetchAll(
        "SELECT channel, made_at FROM identity_codes WHERE user = \(user.id) ORDER BY id"
      ) { (channel: $0["channel"] ? "phone" : "email", at: $0["made_at"] as Timestamp) }
      writer.array("codes", of: codes) { writer, code in
        writer.member("channel", code.channel)
        writer.member("made", text: code.at)
      }
      writer.array("merged_ids", of: aliasUsers, Self.write)
      writer.key("modules")
      try writer.object { writer in
        for module in context.userDataHolders {
          writer.key(module.id)
          try module.writeExport(of: user.id, to: &writer, in: connection, context: context)
        }
      }
    }
    return writer.text + "\n"
  }

  private static func write(to writer: inout JSONWriter, _ user: User) {
    writer.member("id", text: user.id)
    writer.member("mode", user.mode.name)
    writer.member("standing", user.standing.name)
    writer.member("external_id", user.externalID)
    writer.member("username", user.username)
    writer.member("created", text: user.created)
  }

  private func values(
    of user: UserID, in connection: Connection
  ) throws -> [(field: ProfileField, value: String, at: Timestamp)] {
    guard try connection.hasPersonalData(user) else { return [] }
    guard let profiles else { throw UserError.changedMeanwhile }
    return try profiles.values(of: user, in: connection)
  }
}
