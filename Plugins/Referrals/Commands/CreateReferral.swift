internal import CampaignsContract
internal import CoinsContract
internal import IdentityContract
internal import QixDefinitions
internal import QixKernel
internal import QixShake
internal import QixStorage
internal import QixTerminal

/// `qix referral create`
struct CreateReferral: OldCommand {
  private static let coins = ValueType<Int64>.integer(in: 0...Programme.most)
  private static let people = ValueType<Int64>.integer(in: 1...Int64.max)
  private static let title = OldOption("title", .title, "What people read; its name where there is none")
  private static let referrer = OldOption(
    "referrer", coins, placeholder: "COINS", "For who brings somebody", default: "0")
  private static let referee = OldOption("referee", coins, placeholder: "COINS", "For who is brought", default: "0")
  private static let shakes = OldOption(
    "shakes", .integer(in: Int64(1)...1_000_000), placeholder: "N", "Accepted shakes that prove the new user",
    default: "1")
  private static let campaign = OldOption("campaign", .text, "Shakes of this campaign alone prove it")
  private static let type = OldOption("type", .text, "Shakes of this type alone prove it")
  private static let minimumMode = OldOption(
    "minimum-mode", .text, placeholder: "MODE", "What the new user must be in by then: trial, signed, pro",
    default: "trial")
  private static let newcomer = OldOption(
    "newcomer", .span, "How long somebody may have been a user when they say who brought them", default: "P14D")
  private static let within = OldOption("within", .span, "How long the proof may take from then on", default: "P30D")
  private static let wait = OldOption(
    "wait", .spanOrNone, "How long it is waited after the proof, so that tricks are found out", default: "P7D")
  private static let perReferrer = OldOption(
    "per-referrer", people, placeholder: "N", "Most users that one is paid for")
  private static let total = OldOption("total", people, placeholder: "N", "Most users that are paid for in all")
  private static let expires = OldOption(
    "expires", .text, placeholder: "WHEN", "When the coins expire: a date, a time, or a period such as P12M")
  private static let start = OldOption("start", .timestamp, placeholder: "TIME", "From this moment; the default is now")
  private static let end = OldOption("end", .timestamp, placeholder: "TIME", "Until this moment")

  static let declaration = Declaration(
    "create", "Make a referral programme, and the budget that pays it.", roles: [.operator],
    discussion: """
      A new user says by a code who brought them; when they have shown by shakes that they are one, and the wait is \
      over, `qix referral pay` pays both from the budget. What a programme says stays as it is: end it and make another \
      to change that.
      """,
    parameters: [
      ReferralOf.name, title, referrer, referee, shakes, campaign, type, minimumMode, newcomer, within, wait,
      perReferrer, total, expires, start, end,
    ],
    examples: [
      Example("qix referral create friends --referrer 100 --referee 50", "paid a week after the first shake"),
      Example(
        "qix referral create students --referrer 20 --shakes 3 --minimum-mode signed --per-referrer 10 --wait P0D",
        "at most ten for each, and no wait"),
    ], effect: .changes)

  private let programme: Programme
  private let campaign: String?
  private let start: Timestamp?
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    let name = try arguments.require(ReferralOf.name)
    guard ItemName.isWellFormed(name) else { throw ReferralError.malformedName(name) }
    let mode = try arguments.require(Self.minimumMode)
    guard let minimumMode = Mode(name: mode) else {
      throw UsageError("--minimum-mode is one of trial, signed and pro, not '\(mode)'")
    }
    let expires = try arguments[Self.expires].map { text in
      guard let expiry = Expiry(text), Expiry(expiry.text) == expiry else {
        throw UsageError("--expires is a date, a time, or a period such as P12M, not '\(text)'")
      }
      return expiry
    }
    start = arguments[Self.start]
    programme = Programme(
      name: name, title: arguments[Self.title] ?? name, referrerCoins: try arguments.require(Self.referrer),
      refereeCoins: try arguments.require(Self.referee), shakes: try arguments.require(Self.shakes), campaign: nil,
      type: arguments[Self.type], minimumMode: minimumMode, newcomer: try arguments.require(Self.newcomer),
      within: try arguments.require(Self.within), wait: try arguments.require(Self.wait),
      perReferrer: arguments[Self.perReferrer], total: arguments[Self.total], expires: expires,
      start: Timestamp(microseconds: 0), end: arguments[Self.end])
    guard programme.cost > 0 else { throw ReferralError.nothingPaid }
    campaign = arguments[Self.campaign]
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    let known = try ShakeTypes.all(of: context.registry).keys.sorted()
    if let type = programme.type, !known.contains(type) { throw ReferralError.noType(type, known: known) }
    let (campaigns, ledger) = (try context.service(Campaigns.directory), try context.service(Coins.ledger))
    let now = context.clock.now()
    var made = programme
    made.start = start ?? now
    if let end = made.end, end <= max(made.start, now) {
      throw UsageError("--end \(end) is over before the programme begins", hint: "Give a later one, or none.")
    }
    if case .at(let time)? = made.expires, time <= now {
      throw UsageError("--expires \(time) is over already", hint: "Give a later one, or a period such as P12M.")
    }
    let programme = made
    let kept = try context.database.write(
      Change(
        "referrals.create", subject: "\(programme.name): \(programme.referrerCoins) and \(programme.refereeCoins)",
        reason: reason), isDryRun: isDryRun
    ) { connection, _ in
      var programme = programme
      if let campaign {
        guard let found = try campaigns.find(campaign, in: connection) else { throw ReferralError.noCampaign(campaign) }
        programme.campaign = found.id
      }
      try ProgrammeStore(connection).insert(programme)
      _ = try ledger.makeBudget(programme.budget, in: connection)
      return programme
    }
    var document = Document("referral.create/1")
    ReferralOf.describe(kept, in: &document)
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    context.terminal.note(
      isDryRun ? "Nothing was changed." : "Next: `qix budget fund \(programme.budget) --amount COINS`.")
  }
}

extension ValueType where Value == Period {
  /// A period that isn't empty.
  fileprivate static var span: ValueType { period(canBeEmpty: false) }
  fileprivate static var spanOrNone: ValueType { period(canBeEmpty: true) }

  private static func period(canBeEmpty: Bool) -> ValueType {
    ValueType(placeholder: "PERIOD") { text throws(ValueError) in
      if canBeEmpty, text == "\(Period())" { return Period() }
      guard let period = Period(iso8601: text) else {
        throw ValueError(
          "'\(text)' is no period; write one such as P30D, P1M or PT12H\(canBeEmpty ? ", or P0D for none" : "")")
      }
      // Written down in months, days and seconds, it has to be read back.
      guard period.months <= 1_200, period.days <= 9_999, period.microseconds <= 9_999 * Timestamp.day else {
        throw ValueError("a period is a century at the most, and 9999 days where it is in weeks, days or hours")
      }
      return period
    }
  }
}
