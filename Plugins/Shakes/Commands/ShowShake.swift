internal import CampaignsContract
internal import DrawsContract
internal import IdentityContract
internal import QixShake

/// `qix shake show`
struct ShowShake: Command {
  static let declaration = Declaration(
    "show", "Show a shake and its outcome.", roles: [.operator, .integrator, .support, .auditor, .user],
    examples: [
      Example("shk=$(qix shake list --user shop-4711 --quiet | head -n 1) && qix shake show \"$shk\"", "one shake")
    ],
    answer: """
      shake.show/1: shake id, number integer, at time, user id, campaign text?, type text, outcome text, coins coins,
      transfer id?, refusal text?, message text?, waits text?, paid coins, units integer, drawn text?, bound text?,
      draw_window id?, claim text?, directive text?, key text?
      """, givenByCustomers: ["shake"])

  @Positional("shake", .identifier(ShakeID.self), "The shk_… to show") private var shake: ShakeID

  func run(in context: Context) throws -> Document {
    let directory = try context.service(Campaigns.directory)
    let (record, campaign, settled) = try context.database.read { connection in
      let record = try ShakeRecord.required(shake, in: connection)
      try context.requireOwn(record.user, in: connection, else: ShakesError.noShake(shake))
      return (
        record, try directory.find("\(record.campaign)", in: connection)?.name,
        try SettlementRecord.all(of: shake, in: connection)
      )
    }
    let (standing, reason) = (try record.standing(settled), try record.reason())
    var document = Document("shake.show/1")
    document.primary = "\(record.id)"
    document.field("shake", .identifier(record.id))
    document.field("number", .integer(record.number))
    document.field("at", .timestamp(record.at))
    document.field("user", .identifier(record.user))
    document.field("campaign", .text(campaign ?? "\(record.campaign)"))
    document.field("type", .text(record.type))
    document.field("outcome", .text(standing.outcome))
    document.field("coins", "paid at once", .coins(record.coins))
    document.field("transfer", .identifier(record.transfer))
    document.field("refusal", "refused", .text(standing.refusal))
    document.field(
      "message", "because",
      .text(
        standing.refusal.flatMap {
          $0 == reason?.code ? reason?.sentence : settled.last?.sentence
        }))
    document.field("waits", .text(standing.outcome == "waits" ? try Trace.notice(record.trace)?.code : nil))
    document.field("paid", "paid so far", .coins(standing.coins))
    document.field("units", .integer(record.units))
    document.field("drawn", "number drawn", .text(record.drawn.map { "\($0.value)" }))
    document.field("bound", "out of", .text(record.drawn.map { "\($0.bound)" }))
    let window = record.drawn.flatMap { drawn in drawn.window.withUnsafeBytes { DrawWindowID($0) } }
    document.field("draw_window", .identifier(window))
    document.field("claim", "counts once", .text(record.claim))
    document.field("directive", .text(record.directive))
    document.field("key", .text(record.key), confidential: .key)
    document.next("`qix shake explain \(record.id)`")
    return document
  }
}

extension ShakeRecord {
  /// - Throws: `ShakesError.noShake`.
  static func required(_ id: ShakeID, in connection: Connection) throws -> ShakeRecord {
    guard let record = try find(id, in: connection) else { throw ShakesError.noShake(id) }
    return record
  }
}
