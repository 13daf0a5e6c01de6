internal import CoinsContract
internal import IdentityContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// What the commands about referrals have in common.
enum ReferralOf {
  static let name = OldPositional("programme", .text, "Its name: lower-case letters, digits, '-' and '_'")
  static let user = OldPositional("user", .text, "usr_… or external id")
  static let programme = OldOption("programme", .text, placeholder: "NAME", "Which programme, where there are several")

  /// - Throws: `UserError.notFound`.
  static func find(_ reference: String, _ users: any UserDirectory, in connection: Connection) throws -> UserID {
    guard let user = try users.find(reference, in: connection) else { throw UserError.notFound(reference) }
    return user
  }

  /// The programme that is meant: of that name, or the only one that takes anybody.
  /// - Throws: `ReferralError.noProgramme`, `.severalProgrammes`.
  static func programme(_ name: String?, at time: Timestamp, in connection: Connection) throws -> ProgrammeStore.Kept {
    let store = ProgrammeStore(connection)
    if let name { return try store.require(name) }
    let all = try store.all()
    let open = all.filter { $0.programme.takes(at: time) }
    if let one = open.first, open.count == 1 { return one }
    if let one = all.first, all.count == 1 { return one }
    guard !open.isEmpty else { throw ReferralError.noProgramme("", near: nil) }
    throw ReferralError.severalProgrammes(open.map(\.programme.name))
  }

  static func describe(_ programme: Programme, in document: inout Document) {
    document.primary = programme.name
    document.field("programme", "programme", .text(programme.name))
    document.field("title", "title", .text(programme.title))
    document.field("referrer_coins", "for who brings somebody", .coins(programme.referrerCoins))
    document.field("referee_coins", "for who is brought", .coins(programme.refereeCoins))
    document.field("budget", "paid by", .text(programme.budget))
    document.field("shakes", "shakes that prove it", .integer(programme.shakes))
    document.field("campaign", "in the campaign", programme.campaign.map { .identifier("\($0)") } ?? .missing)
    document.field("type", "of the type", programme.type.map { .text($0) } ?? .missing)
    document.field("minimum_mode", "minimum mode", .text(programme.minimumMode.name))
    document.field("newcomer", "new for", .text(programme.newcomer.written))
    document.field("within", "proved within", .text(programme.within.written))
    document.field("wait", "paid after", .text(programme.wait.written))
    document.field("per_referrer", "most for one user", programme.perReferrer.map { .integer($0) } ?? .missing)
    document.field("total", "most in all", programme.total.map { .integer($0) } ?? .missing)
    document.field("expires", "coins expire", programme.expires.map { .text($0.text) } ?? .missing)
    document.field("start", "from", .timestamp(programme.start))
    document.field("end", "until", programme.end.map { .timestamp($0) } ?? .missing)
  }

  static let columns = [
    Column("programme", "PROGRAMME"), Column("referrer", "BROUGHT BY"), Column("referee", "WHO"),
    Column("state", "STATE"), Column("refusal", "BECAUSE"), Column("shakes", "SHAKES", alignment: .trailing),
    Column("claimed", "CLAIMED"), Column("due", "DUE"), Column("settled", "SETTLED"),
  ]

  static func cells(_ claim: ReferralClaim, _ programme: String) -> [Cell] {
    [
      .text(programme), .confidential(.user, .identifier("\(claim.referrer)")),
      .confidential(.user, .identifier("\(claim.referee)")), .text(claim.state.name),
      claim.refusal.map { .text($0) } ?? .missing, .integer(claim.shakes), .timestamp(claim.claimedAt),
      claim.state.rawValue < 3 ? .timestamp(claim.dueAt) : .missing,
      claim.settledAt.map { .timestamp($0) } ?? .missing,
    ]
  }
}
