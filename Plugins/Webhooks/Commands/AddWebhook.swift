internal import CampaignsContract
internal import QixShake
internal import VaultContract

/// `qix webhook add`
struct AddWebhook: Command {
  static let declaration = Declaration(
    "add", "Add a webhook: events from now on go to a URL.", roles: [.operator, .integrator],
    discussion: """
      `qix webhook deliver` sends the events; run it with a timer or as a service. Each request is signed with a new \
      secret, kept in the vault. `qix webhook secret ID` prints it. docs/webhooks.md describes the requests.

      An integrator must name a campaign. Events of it are sent once an operator has run `qix webhook resume`. The \
      requests name a pseudonym instead of the user.
      """,
    examples: [
      Example("qix webhook add https://crm.example/qix --events shake.won", "every win"),
      Example(
        "qix webhook add http://127.0.0.1:8080/qix --allow-private --events shake.won,shake.refused",
        "on this machine, refusals too"),
    ],
    answer: AnswerShape("webhook.add/1", Webhook.facts), effect: .changes)

  @Positional("url", .text, "The URL that gets the events: https, or http on this machine") private var url: String
  @Option(
    "events", .text, placeholder: "EVENTS",
    "Types, separated by commas; `qix event types` lists them", default: "shake.won")
  private var events: String
  @Option("campaign", .text, placeholder: "CAMPAIGN", "Only events of this campaign: its shakes") private
    var campaign: String?
  @Flag("allow-private", "Allow a private network, or this machine; not for integrators")
  private var allowsPrivate: Bool
  @Option(
    "time-limit", .integer(in: Int64(2)...10), placeholder: "SECONDS", "How long a delivery may take", default: "5")
  private var seconds: Int64

  /// - Parameter types: those that there are.
  private static func events(_ text: String, of types: [String]) throws -> [String] {
    let names = text.split(separator: ",", omittingEmptySubsequences: false)
      .map { name in String(name.drop { $0 == " " }) }
    if let unknown = names.first(where: { !types.contains($0) }) {
      throw UsageError(
        "--events has an unknown type: \(ValueError.notAChoice(unknown, types).description)",
        hint: "Separate types with commas: shake.won,shake.refused.")
    }
    return types.filter(names.contains)
  }

  func run(in context: Context) throws -> Document {
    let types = try context.service(Events.feed).types
    let events = try Self.events(events, of: types.map(\.name))
    if campaign != nil,
      let other = types.first(where: { events.contains($0.name) && !$0.members.contains("campaign id") })
    {
      throw UsageError(
        "events of the type \(other.name) have no campaign",
        hint: "Remove the type, or --campaign. Shakes have a campaign.")
    }
    // Whether it was taken, and the reason why not, would tell an integrator what answers behind the wall.
    let owner = context.principal
    if allowsPrivate, owner.isKeptToItsOwn {
      throw Failure(
        "shakes.webhook-private-role", .notAllowed,
        "--allow-private is only for admins and operators: it opens the private network to requests",
        hint: "Ask one of them to add it, or give a public URL.")
    }
    if campaign == nil, owner.isKeptToItsOwn {
      throw Failure(
        "shakes.webhook-needs-campaign", .usage,
        "an integrator's webhook needs --campaign",
        hint: "Add --campaign NAME. `qix campaign list` lists the campaigns.")
    }
    var generator = IdentifierGenerator(random: context.random)
    let now = context.clock.now()
    let id: WebhookID = generator.next(at: now)
    // The vault is opened before the transaction, and only where a secret is made.
    let store = context.isDryRun ? nil : try context.service(Secrets.store)
    let campaigns = try context.service(Campaigns.directory)
    var twins: [WebhookID] = []
    let webhook = try context.change("shakes.webhook-add", subject: "\(id)") { connection, _ in
      let campaign = try campaign.map { try campaigns.required($0, by: WebhooksModule.shippedID, in: connection).id }
      var webhook = try Webhook(
        id: id, url: url, events: events, campaign: campaign, allowsPrivate: allowsPrivate,
        milliseconds: seconds * 1_000, added: now, owner: owner, position: try EventLog(connection).last)
      if owner.isKeptToItsOwn, let campaign {
        webhook.grantedBy = try Webhook.grantor(of: owner.name, campaign, in: connection)
        if webhook.needsGrant { webhook.state = .paused }
      }
      twins = try Webhook.all(for: owner, in: connection).filter { webhook.isTold(theSameAs: $0) }.map(\.id)
      try webhook.save(in: connection)
      try Webhook.keepEvents(in: connection)
      if let store { _ = try store.key(webhook.keyName, of: WebhooksModule.shippedID, in: connection) }
      return webhook
    }
    var document = webhook.document("webhook.add/1", backlog: 0)
    if webhook.needsGrant {
      document.note("It gets no events until an operator has run \(always: "qix webhook resume \(id)").")
    }
    for twin in twins {
      document.warn(
        "\(twin) already sends such events to the same URL. Remove one of the two with `qix webhook remove`.")
    }
    document.next("`qix webhook secret \(id)` for its receiver, then `qix webhook test \(id)`")
    return document
  }
}

extension Webhook {
  /// Whether there are events of which both are told, at one URL.
  fileprivate func isTold(theSameAs other: Webhook) -> Bool {
    url == other.url && events.contains(where: other.events.contains)
      && (campaign == nil || other.campaign == nil || campaign == other.campaign)
  }
}
