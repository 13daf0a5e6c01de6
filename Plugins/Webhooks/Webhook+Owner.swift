internal import QixShake

/// Whose a webhook is, and what its receiver may be told.
///
/// Programs of several parties add webhooks to one installation. Each manages its own and sees no others; what its
/// receiver is told, its owner is told.
extension Webhook {
  /// The webhooks that somebody may see, oldest first.
  static func all(for principal: Principal, in connection: Connection) throws -> [Webhook] {
    let all = try all(in: connection)
    guard principal.isKeptToItsOwn else { return all }
    return try all.filter { try $0.isOwned(by: principal, in: connection) }
  }

  /// - Throws: `WebhookError.notFound`, for somebody else's too: that there is one is none of the caller's business.
  static func find(_ id: WebhookID, for principal: Principal, in connection: Connection) throws -> Webhook {
    let webhook = try find(id, in: connection)
    guard try !principal.isKeptToItsOwn || webhook.isOwned(by: principal, in: connection) else {
      throw WebhookError.notFound("\(id)")
    }
    return webhook
  }

  /// A token that is rotated keeps its name, and no other is ever given it.
  private func isOwned(by principal: Principal, in connection: Connection) throws -> Bool {
    try maker(in: connection) == principal.name
  }

  /// Who has added it: by the audit log, for one of a version that didn't keep it.
  private func maker(in connection: Connection) throws -> String? {
    if let owner { return owner }
    return try connection.fetchOne(
      "SELECT actor FROM qix_audit WHERE action = 'shakes.webhook-add' AND subject = \("\(id)")")
  }

  /// Whether its receiver may be told which user it was.
  func mayTellUsers(in context: Context) throws -> Bool {
    if let tellsUsers { return tellsUsers }
    guard let maker = try context.database.read({ try maker(in: $0) }) else { return false }
    guard let authenticator = try context.service(ifProvided: Principal.authenticator) else { return false }
    // Whoever isn't a token is the owner of the home.
    guard let standing = try authenticator.standing(of: maker, in: context) else { return true }
    return Confidential.user.roles.contains(standing.role)
  }

  /// Whether somebody has to let its owner be told of this campaign, and has not.
  var needsGrant: Bool { tellsUsers == false && grantedBy == nil }

  /// Who has let an owner be told of a campaign before.
  static func grantor(of owner: String, _ campaign: CampaignID, in connection: Connection) throws -> String? {
    try connection.fetchOne(
      """
      SELECT granted_by FROM webhooks_webhooks
      WHERE owner = \(owner) AND campaign = \(campaign) AND granted_by IS NOT NULL
      """)
  }
}
