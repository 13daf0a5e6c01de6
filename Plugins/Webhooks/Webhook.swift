internal import QixNetwork
internal import QixShake

/// Marks a webhook's identifier: `whk_…`.
enum WebhookTag: IdentifierTag {
  static let prefix = "whk"
  static let place: String? = "webhooks_webhooks.id"
}

typealias WebhookID = Identifier<WebhookTag>

/// A program elsewhere that is told what happens.
struct Webhook: Sendable, Equatable {
  enum State: Int64, Sendable {
    case active = 1
    /// By somebody.
    case paused
    /// After failing for as long as `shakes.webhook-give-up` says.
    case gaveUp
    /// Its receiver has said that it is gone (status 410).
    case gone

    var name: String {
      switch self {
      case .active: "active"
      case .paused: "paused"
      case .gaveUp: "gave-up"
      case .gone: "gone"
      }
    }
  }

  let id: WebhookID
  let url: HTTPURL
  /// Types, in the order in which their modules have them.
  let events: [String]
  /// Of this campaign alone.
  let campaign: CampaignID?
  /// Whether it may lie in a private network.
  let allowsPrivate: Bool
  /// For a delivery.
  let milliseconds: Int64
  let added: Timestamp
  /// As the audit log calls them; nil for what was added before 0.6.0.
  let owner: String?
  /// Whether requests say which user it was; nil for what was added before 0.6.0, where the owner's role decides.
  let tellsUsers: Bool?
  /// Who has let the owner be told of this campaign; nil where nobody has, or nobody needs to.
  var grantedBy: String?
  /// Everything up to this event is done.
  var position: EventID
  var state = State.active
  var delivered: Int64 = 0
  var deliveredAt: Timestamp?
  var failures: Int64 = 0
  var failingSince: Timestamp?
  var retryAt: Timestamp?
  var fault: String?
  var leasedUntil: Timestamp?

  /// - Throws: `WebhookError.malformed`, `shakes.webhook-private`.
  init(
    id: WebhookID, url: String, events: [String], campaign: CampaignID?, allowsPrivate: Bool,
    milliseconds: Int64, added: Timestamp, owner: Principal, position: EventID
  ) throws {
    do { self.url = try HTTPURL(url) } catch { throw WebhookError.malformed(error.description) }
    guard !self.url.target.contains("?") else {
      throw WebhookError.malformed(
        "its URL has a query, and others could see secrets there; each request is signed instead")
    }
    guard allowsPrivate || AddressReach.publicOnly.admits(hostOf: self.url) else {
      throw Failure(
        "shakes.webhook-private", .refused, "\(self.url.host) is in a private network or on this machine",
        hint: "To allow it, an admin or operator must add it with --allow-private.")
    }
    self.id = id
    self.events = events
    self.campaign = campaign
    self.allowsPrivate = allowsPrivate
    self.milliseconds = milliseconds
    self.added = added
    self.owner = owner.name
    tellsUsers = owner.mayKnow(.user)
    self.position = position
  }

  /// The vault's name of its secret.
  var keyName: String { Self.keyName(of: id) }
  static func keyName(of id: WebhookID) -> String { "\(keyPrefix)\(id)" }
  private static let keyPrefix = "webhook-"

  /// Whose secret it is that the vault calls so; nil for another key.
  static func id(ofKey name: String) -> WebhookID? {
    name.hasPrefix(keyPrefix) ? WebhookID(String(name.dropFirst(keyPrefix.count))) : nil
  }

  func wants(_ event: Event) -> Bool {
    events.contains(event.type) && (campaign == nil || event["campaign"] == campaign.map { .identifier("\($0)") })
  }

  private static let columns = """
    id, url, events, campaign, allows_private, time_limit, added_at, position, state, delivered, delivered_at, failures,
    failing_since, retry_at, fault, leased_until, owner, tells_users, granted_by
    """

  private init(_ row: Row) throws {
    guard let state = State(rawValue: row["state"]) else {
      throw StorageError.corrupt("a webhook has a state that this qix doesn't know")
    }
    id = try row["id"]
    url = try HTTPURL(row["url"])
    events = (row["events"] as String).split(separator: ",").map(String.init)
    campaign = (row["campaign"] as String?) == nil ? nil : try row["campaign"]
    allowsPrivate = row["allows_private"]
    milliseconds = row["time_limit"]
    added = row["added_at"]
    position = try row["position"]
    self.state = state
    delivered = row["delivered"]
    deliveredAt = row["delivered_at"]
    failures = row["failures"]
    failingSince = row["failing_since"]
    retryAt = row["retry_at"]
    fault = row["fault"]
    leasedUntil = row["leased_until"]
    owner = row["owner"]
    tellsUsers = (row["tells_users"] as Int64?).map { $0 == 1 }
    grantedBy = row["granted_by"]
  }

  /// Oldest first.
  static func all(in connection: Connection) throws -> [Webhook] {
    try connection.fetchAll("SELECT \(sql: columns) FROM webhooks_webhooks ORDER BY id", Webhook.init)
  }

  /// - Throws: `WebhookError.notFound`.
  static func find(_ id: WebhookID, in connection: Connection) throws -> Webhook {
    let found = try connection.fetchOne("SELECT \(sql: columns) FROM webhooks_webhooks WHERE id = \(id)", Webhook.init)
    guard let found else { throw WebhookError.notFound("\(id)") }
    return found
  }

  /// Writes it, new or over what was there.
  func save(in connection: Connection) throws {
    let former = try connection.fetchOne(
      "SELECT \(sql: Self.columns) FROM webhooks_webhooks WHERE id = \(id)", Webhook.init)
    if former?.terms != terms {
      if let former { connection.unseal(former.terms, of: id, in: WebhooksModule.id) }
      connection.seal(terms, of: id, in: WebhooksModule.id)
    }
    if let former, (former.failures == 0) != (failures == 0) || former.state != state {
      try connection.tell("webhook.changed", of: id)
    }
    try connection.execute(
      """
      INSERT INTO webhooks_webhooks (\(sql: Self.columns))
      VALUES (\(id), \(url.text), \(events.joined(separator: ",")), \(campaign),
        \(allowsPrivate), \(milliseconds), \(added), \(position), \(state.rawValue), \(delivered), \(deliveredAt),
        \(failures), \(failingSince), \(retryAt), \(fault), \(leasedUntil), \(owner),
        \(tellsUsers), \(grantedBy))
      ON CONFLICT (id) DO UPDATE SET position = excluded.position, state = excluded.state,
        delivered = excluded.delivered, delivered_at = excluded.delivered_at, failures = excluded.failures,
        failing_since = excluded.failing_since, retry_at = excluded.retry_at, fault = excluded.fault,
        leased_until = excluded.leased_until, granted_by = excluded.granted_by
      """)
  }

  func remove(in connection: Connection) throws {
    connection.unseal(try Self.find(id, in: connection).terms, of: id, in: WebhooksModule.id)
    try connection.execute("DELETE FROM webhooks_webhooks WHERE id = \(id)")
  }

  /// How many events lie before it, wanted or not.
  func backlog(in connection: Connection) throws -> Int64 { try EventLog(connection).count(after: position) }

  /// Has the events that webhooks ask for kept, from the one on that some webhook is still to be told.
  static func keepEvents(in connection: Connection) throws {
    let log = EventLog(connection)
    let webhooks = try all(in: connection)
    if let position = webhooks.map(\.position).min() {
      try log.keep(for: WebhooksModule.id, from: position, types: Set(webhooks.flatMap(\.events)))
    } else {
      try log.remove(WebhooksModule.id)
    }
  }
}
