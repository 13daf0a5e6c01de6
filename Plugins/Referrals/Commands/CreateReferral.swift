internal import CampaignsContract
internal import CoinsContract
internal import IdentityContract
internal import QixDefinitions
internal import QixShake

/// `qix referral create`
struct CreateReferral: Command {
  static let declaration = Declaration(
    "create", "Make a referral programme, and the budget that pays it.", roles: [.operator],
    discussion: """
      A new user says by a code who brought them; when they have shown by shakes that they are one, and the wait is \
      over, `qix referral pay` pays both from the budget. What a programme says stays as it is: end it and make another \
      to change that.
      """,
    examples: [
      Example("qix referral create neighbours --referrer 100 --referee 50", "paid a week after the first shake"),
      Example(
        "qix referral create students --referrer 20 --shakes 3 --minimum-mode signed --per-referrer 10 --wait P0D",
        "at most ten for each, and no wait"),
    ],
    answer: """
      referral.create/1: programme text, title text, referrer_coins coins, referee_coins coins, budget text, shakes
      integer, campaign id?, type text?, minimum_mode text, newcomer text, within text, wait text, per_referrer
      integer?, total integer?, expires text?, start time, end time?
      """, effect: .changes)

  private let named = ProgrammeNamed()
  @Option("title", .title, "What people read; its name where there is none") private var title: String?
  @Option("referrer", .coinsOrNone, placeholder: "COINS", "For the user who brings another", default: "0") private
    var referrerCoins: Int64
  @Option("referee", .coinsOrNone, placeholder: "COINS", "For the new user", default: "0") private var refereeCoins:
    Int64
  @Option(
    "shakes", .integer(in: 1...1_000_000), placeholder: "N", "Accepted shakes that prove the new user", default: "1")
  private var shakes: Int64
  @Option("campaign", .text, "Shakes of this campaign alone prove it") private var campaign: String?
  @Option("type", .text, "Shakes of this type alone prove it") private var type: String?
  @Option(
    "minimum-mode", .text, placeholder: "MODE", "What the new user must be in by then: trial, signed, pro",
    default: "trial")
  private var minimumMode: String
  @Option(
    "newcomer", .span, "How old an account may be when its user says who brought them", default: "P14D")
  private var newcomer: Period
  @Option("within", .span, "How long the proof may take from then on", default: "P30D") private var within: Period
  @Option("wait", .spanOrNone, "How long it is waited after the proof, so that tricks are found out", default: "P7D")
  private var wait: Period
  @Option("per-referrer", .people, placeholder: "N", "Most users that one is paid for") private var perReferrer: Int64?
  @Option("total", .people, placeholder: "N", "Most users that are paid for in all") private var total: Int64?
  @Option("expires", .coinsExpiry, "When the coins expire: a date, a time, or a period such as P12M")
  private var expires: Expiry?
  @Option("start", .start, "From this moment; the default is now")
  private var start: Timestamp?
  @Option("end", .end, "Until this moment; of a day, its end") private var end: Timestamp?
  private let unlessThere = IfNotExistsFlag()

  func check() throws {
    guard ItemName.isWellFormed(named.name) else {
      throw Failure(
        "referrals.name-malformed", .usage, "'\(named.name)' can't be a programme's name: \(ItemName.remedy())")
    }
    guard try programme(at: Timestamp(microseconds: 0)).cost > 0 else {
      throw Failure(
        "referrals.nothing-paid", .usage, "neither side would be paid anything",
        hint: "Give --referrer, --referee or both.")
    }
  }

  func run(in context: Context) throws -> Document {
    let existing = {
      try context.database.read { try ProgrammeStore($0).find(named.name) }?.programme.document("referral.create/1")
    }
    return try unlessThere.answer(existing: existing) { try make(in: context) }
  }

  private func make(in context: Context) throws -> Document {
    let known = try ShakeTypes.all(of: context.registry).keys.sorted()
    if let type, !known.contains(type) {
      throw Failure(
        "referrals.type-not-found", .notFound,
        "there is no type of shake '\(type)'; there are \(known.joined(separator: ", "))")
    }
    let (campaigns, ledger) = (try context.service(Campaigns.directory), try context.service(Coins.ledger))
    let now = context.clock.now()
    let terms = try programme(at: now)
    if let end, end <= max(terms.start, now) {
      throw UsageError("--end \(end) is over before the programme begins", hint: "Give a later one, or none.")
    }
    if case .at(let time)? = terms.expires, time <= now {
      throw UsageError("--expires \(time) is over already", hint: "Give a later one, or a period such as P12M.")
    }
    let programme = try context.change(
      "referrals.create", subject: "\(terms.name): \(terms.referrerCoins) and \(terms.refereeCoins)"
    ) { connection, _ in
      var programme = terms
      if let campaign {
        guard let found = try campaigns.find(campaign, in: connection) else {
          throw Failure(
            "referrals.campaign-not-found", .notFound, "there is no campaign '\(campaign)'",
            hint: "See which there are with `qix campaign list`.")
        }
        programme.campaign = found.id
      }
      try ProgrammeStore(connection).insert(programme)
      _ = try ledger.makeBudget(programme.budget, in: connection)
      return programme
    }
    var document = programme.document("referral.create/1")
    document.next("`qix budget fund \(programme.budget) --amount COINS`")
    return document
  }

  /// The programme without its campaign.
  /// - Throws: `UsageError`
  private func programme(at time: Timestamp) throws -> Programme {
    guard let mode = Mode(name: minimumMode) else {
      throw UsageError("--minimum-mode is one of trial, signed and pro, not '\(minimumMode)'")
    }
    return Programme(
      name: named.name, title: title ?? named.name, referrerCoins: referrerCoins, refereeCoins: refereeCoins,
      shakes: shakes, campaign: nil, type: type, minimumMode: mode, newcomer: newcomer, within: within, wait: wait,
      perReferrer: perReferrer, total: total, expires: expires, start: start ?? time, end: end)
  }
}

extension ValueType where Value == Expiry {
  fileprivate static var coinsExpiry: ValueType {
    .ending {
      .at($0)
    } or: { text throws(ValueError) in
      // Written down, it has to be read back.
      guard let expiry = Expiry(text), Expiry(expiry.text) == expiry else {
        throw ValueError("it is a date, a time, or a period such as P12M, not '\(text)'")
      }
      return expiry
    }
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

extension ValueType where Value == Int64 {
  fileprivate static var coinsOrNone: ValueType { .integer(in: 0...Programme.most) }
  fileprivate static var people: ValueType { .integer(in: 1...Int64.max) }
}
