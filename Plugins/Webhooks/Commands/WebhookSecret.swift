internal import QixModule
internal import VaultContract

/// `qix webhook secret`
struct WebhookSecret: Command {
  static let declaration = Declaration(
    "secret",
    "Print the secret that signs a webhook's requests; on a terminal only with --reveal.",
    roles: [.operator, .integrator],
    discussion: "Its receiver needs the secret to verify requests. The audit log records each time it is printed.",
    examples: [
      Example("whk=$(qix webhook list --quiet) && qix webhook secret \"$whk\" > secret.txt", "into a file"),
      Example("qix webhook secret whk_01h455vb4pex5vsknk084sn02q --reveal", "on the screen"),
    ], effect: .discloses)

  private let named = WebhookNamed()
  @Flag("reveal", "Print the secret on a terminal too") private var isRevealed: Bool

  func run(in context: Context) throws -> Printed {
    guard context.face.isForPeople else {
      throw UsageError("a secret can't be printed with --json, --tsv or --csv", hint: "Remove that option.")
    }
    try context.face.requireSecretOutput(isRevealed: isRevealed)
    let (store, id) = (try context.service(Secrets.store), named.id)
    let key = try context.database.read { connection in
      let webhook = try Webhook.find(id, for: context.principal, in: connection)
      guard let key = try store.keyIfMade(webhook.keyName, of: WebhooksModule.shippedID, in: connection) else {
        throw WebhookError.secretMissing("\(id)")
      }
      return SecretHandover(key)
    }
    // Written down before it is seen.
    try context.readAudit.record("shakes.webhook-secret", "\(id)", "for its receiver")
    try context.face.writeSecret(WebhookSignature.text(of: key.take()), isRevealed: isRevealed)
    return Printed()
  }
}
