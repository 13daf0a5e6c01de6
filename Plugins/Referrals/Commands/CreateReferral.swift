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
      A new user gives the code of the friend who referred them. Their shakes then verify that they are a real \
      user. After the wait, `qix referral pay` pays both from the budget. The terms of a programme can't be \
      changed: end it and make another.
      """,
    examples: [
      Example("qix referral create neighbours --referrer 100 --referee 50", "paid a week after the first shake"),
      Example(
        "qix referral create students --referrer 20 --shakes 3 --minimum-mode signed --per-referrer 10 --wait P0D",
        "at most ten for each referrer, and no wait"),
    ],
    answer: AnswerShape("referral.create/1", Programme.fields), effect: .changes)

  private let named = ProgrammeNamed()
  @Option("title", .title, "The title for people; the default is the name") private var title: String?
  @Option("referrer", .coinsOrNone, placeholder: "COINS", "For the user who refers another", default: "0") private
    var referrerCoins: Int64
  @Option("referee", .coinsOrNone, placeholder: "COINS", "For the new user", default: "0") private var refereeCoins:
    Int64
  @Option(
    "shakes", .integer(in: 1...1_000_000), placeholder: "N", "Accepted shakes that verify the new user", default: "1")
  private var shakes: Int64
  @Option("campaign", .text, "Only shakes of this campaign verify the new user") private var campaign: String?
  @Option("type", .text, "Only shakes of this type verify the new user") private var type: String?
  @Option(
    "minimum-mode", .text, placeholder: "MODE",
    "The account level that the new user must have by then: trial, signed, pro",
    default: "trial")
  private var minimumMode: String
  @Option(
    "newcomer", .span, "How old an account may be when its user claims a referral", default: "P14D")
  private var newcomer: Period
  @Option("within", .span, "Time for the verifying shakes, from the claim on", default: "P30D") private var within:
    Period
  @Option("wait", .spanOrNone, "Wait before the payment, to find tricks", default: "P7D")
  private var wait: Period
  @Option("per-referrer", .people, placeholder: "N", "Most users that one referrer is paid for") private
    var perReferrer: Int64?
  @Option("total", .people, placeholder: "N", "Most users that are paid for in total") private var total: Int64?
  @Option("expires", .coinsExpiry, "When the coins expire: a date, a time, or a period such as P12M")
  private var expires: Expiry?
  @Option("start", .start, "First day, or exact time of the start; the default is now")
  private var start: Timestamp?
  @Option("end", .end, "Last day, or exact time of the end") private var end: Timestamp?
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
      throw UsageError("--end \(end) is before the programme begins", hint: "Give a later time, or none.")
    }
    if case .at(let time)? = terms.expires, time <= now {
      throw UsageError("--expires \(time) is in the past", hint: "Give a later time, or a period such as P12M.")
    }
    let programme = try context.change(
      "referrals.create", subject: "\(terms.name): \(terms.referrerCoins) and \(terms.refereeCoins)"
    ) { connection, _ in
      var programme = terms
      if let campaign {
        guard let found = try campaigns.find(campaign, in: connection) else {
          throw Failure(
            "referrals.campaign-not-found", .notFound, "there is no campaign '\(campaign)'",
            hint: "List the campaigns with `qix campaign list`.")
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
          "'\(text)' is not a period; write one such as P30D, P1M or PT12H\(canBeEmpty ? ", or P0D for none" : "")")
      }
      // Written down in months, days and seconds, it has to be read back.
      guard period.months <= 1_200, period.days <= 9_999, period.microseconds <= 9_999 * Timestamp.day else {
        throw ValueError("a period is at most a century, or 9999 days if it is in weeks, days or hours")
      }
      return period
    }
  }
}

extension ValueType where Value == Int64 {
  fileprivate static var coinsOrNone: ValueType { .integer(in: 0...Programme.most) }
  fileprivate static var people: ValueType { .integer(in: 1...Int64.max) }
}
