internal import QixModule
internal import VaultContract

/// `qix webhook remove`
struct RemoveWebhook: Command {
  static let declaration = Declaration(
    "remove", "Remove a webhook.", roles: [.operator, .integrator],
    discussion: """
      Its pending events are not sent. Its secret is removed from the vault, so the vault must be open; `qix webhook \
      pause` needs no vault. Secrets of webhooks removed by earlier versions are removed too.
      """,
    examples: [Example("whk=$(qix webhook list --quiet) && qix webhook remove \"$whk\"", "for good")],
    answer: AnswerShape("webhook.remove/1", Removed.fields), effect: .changes)

  /// Of one that was removed before, the id is all that is known.
  private enum Removed {
    static let fields: [Field<(id: WebhookID, standing: Webhook.Standing?)>] =
      [Field("webhook", .id) { $0.id }]
      + Webhook.facts.dropFirst().optional { $0.standing }.map { $0.column.key == campaign.column.key ? campaign : $0 }

    /// Shipped as a text.
    private static let campaign = Field<(id: WebhookID, standing: Webhook.Standing?)>(
      optional: "campaign", .cell(.text).orNull
    ) { $0.standing.map { $0.webhook.campaign.map { .identifier("\($0)") } ?? .missing } }
  }

  private let change = WebhookChange()

  func run(in context: Context) throws -> Document {
    // The vault is opened before the transaction, and only where there is one.
    let vault = context.isDryRun ? nil : try Self.vault(in: context)
    var document: Document
    do {
      document = try change.run("remove", next: "qix webhook list", in: context) { webhook, connection in
        try webhook.remove(in: connection)
        try Webhook.keepEvents(in: connection)
        _ = try vault?.removeKey(webhook.keyName, of: WebhooksModule.shippedID, in: connection)
      }
    } catch WebhookError.notFound(let id) {
      // Of one that is gone nobody can say whose it was.
      guard let vault, !context.principal.isKeptToItsOwn else { throw WebhookError.notFound(id) }
      document = try removeLeftKey(from: vault, in: context)
    }
    // What was removed is to be nowhere in the database's files.
    if vault != nil { try context.database.exclusively { _ in } }
    return document
  }

  /// Takes out the key of a webhook that is gone.
  /// - Throws: `WebhookError.notFound` where there is none either.
  private func removeLeftKey(from vault: any SecretRemoving, in context: Context) throws -> Document {
    try context.change("shakes.webhook-remove", subject: "\(change.id)") { connection, _ in
      guard try vault.removeKey(Webhook.keyName(of: change.id), of: WebhooksModule.shippedID, in: connection) else {
        throw WebhookError.notFound("\(change.id)")
      }
    }
    var document = Document("webhook.remove/1")
    document.primary = "\(change.id)"
    document.field("webhook", .identifier(change.id))
    document.note("It was removed before. Its secret is now removed from the vault.")
    return document
  }

  /// Nil where there is no vault, and so no secret.
  private static func vault(in context: Context) throws -> (any SecretRemoving)? {
    guard let inspection = try context.service(ifProvided: Secrets.inspection) else { return nil }
    return try inspection.isThere(in: context.database) ? context.service(Secrets.removal) : nil
  }
}
