internal import CoinsContract
internal import QixShake

/// A shake as it was recorded.
struct ShakeRecord: Sendable {
  let number: Int64
  let id: ShakeID
  let campaign: CampaignID
  let user: UserID
  let type: String
  let key: String?
  let at: Timestamp
  let outcome: Kind
  let refusal: String?
  let units: Int64
  let coins: Int64
  let transfer: TransferID?
  /// What it won in place of coins, `voucher:coffee`, and the id of what its user has now.
  let gift: String?
  let given: String?
  let drawn: (value: UInt64, bound: UInt64, window: [UInt8])?
  let claim: String?
  let directive: String?
  let previous: Int64?
  /// Nil once the user was erased.
  let trace: String?

  enum Kind: Int64, CaseIterable, Sendable {
    case won = 1
    case nothing, refused

    var name: String {
      switch self {
      case .won: "won"
      case .nothing: "nothing"
      case .refused: "refused"
      }
    }
  }

  static let columns = """
    shake, id, campaign, user_id, type, key, at, CASE WHEN gift IS NULL THEN outcome ELSE 1 END AS outcome, refusal, \
    units, coins, transfer, drawn, bound, draw_window, claim, directive, previous, trace, gift, given
    """

  init(_ row: Row) throws {
    number = row["shake"]
    id = try row["id"]
    campaign = try row["campaign"]
    user = try row["user_id"]
    type = row["type"]
    key = row["key"]
    at = row["at"]
    guard let kind = Kind(rawValue: row["outcome"]) else {
      throw StorageError.corrupt("a shake has no known outcome (\(row["outcome"] as Int64))")
    }
    outcome = kind
    refusal = row["refusal"]
    units = row["units"]
    coins = row["coins"]
    transfer = try row["transfer"]
    gift = row["gift"]
    given = row["given"]
    drawn = (row["drawn"] as Int64?).map {
      (UInt64(bitPattern: $0), UInt64(bitPattern: row["bound"] as Int64), row["draw_window"] as [UInt8])
    }
    claim = row["claim"]
    directive = row["directive"]
    previous = row["previous"]
    trace = row["trace"]
  }

  static func find(_ id: ShakeID, in connection: Connection) throws -> ShakeRecord? {
    try connection.fetchOne("SELECT \(sql: columns) FROM shakes_shakes WHERE id = \(id)", ShakeRecord.init)
  }

  /// The refusal with its sentence; nil where it wasn't refused.
  func reason() throws -> Refusal? { try refusal.map { try Trace.refusal($0, trace) } }

  /// What became of a shake by now: where it waited for a person, by what they have decided since.
  struct Standing: Sendable {
    /// `won`, `nothing`, `refused`, or `waits` as long as nobody has decided.
    let outcome: String
    /// Coins paid for it, less those taken back.
    let coins: Int64
    /// What it won in place of coins, and the id of what its user has now.
    let gift: (name: String, given: String?)?
    /// The code of the refusal.
    let refusal: String?

    /// Whether it counts by now: neither refused since nor waiting.
    var counts: Bool { outcome == Kind.won.name || outcome == Kind.nothing.name }
  }

  /// The gift that it won, at once or by a settlement.
  func gift(_ settled: [SettlementRecord]) -> (name: String, given: String?)? {
    gift.map { ($0, given) } ?? settled.lazy.compactMap(\.gift).first.map { ($0.gift, $0.given) }
  }

  /// - Parameter settled: its settlements, in their order.
  func standing(_ settled: [SettlementRecord]) throws -> Standing {
    let coins = settled.reduce(self.coins) { $0 + $1.coins }
    let gift = gift(settled)
    guard let last = settled.last else {
      let waits = try Trace.notice(trace) != nil
      return Standing(outcome: waits ? "waits" : outcome.name, coins: coins, gift: gift, refusal: refusal)
    }
    // What could not be taken back of a refused one stays the user's.
    let kind: Kind = last.refusal != nil ? .refused : coins > 0 || gift != nil ? .won : .nothing
    return Standing(outcome: kind.name, coins: coins, gift: gift, refusal: last.refusal)
  }

  /// A shake as a list shows it.
  struct Listed: Sendable {
    let record: ShakeRecord
    /// Its name; its id where there is none any more.
    let campaign: String
    let standing: Standing

    static let fields: [Field<Listed>] = head + [Field("refusal", .text, "REFUSED BECAUSE") { $0.standing.refusal }]

    static let head: [Field<Listed>] = [
      Field("shake", .id) { $0.record.id },
      Field("at", .time) { $0.record.at },
      Field("user", .id) { $0.record.user },
      Field("campaign", .text.orNull) { $0.campaign },
      Field("type", .text) { $0.record.type },
      Field("outcome", .text) { $0.standing.outcome },
      Field("coins", .coins) { $0.standing.coins },
      Field("prize", .text, shown: { $0.standing.gift != nil }) { $0.standing.gift?.name },
      Field("given", .id, shown: { _ in false }) { $0.standing.gift?.given },
    ]
  }
}
