internal import QixDefinitions
internal import QixKernel

/// Why something about referrals was not done.
enum ReferralError: Diagnosable, Equatable {
  case noProgramme(String, near: String?)
  case malformedName(String)
  case exists(String)
  case nothingPaid
  case noCampaign(String)
  case noType(String, known: [String])
  case malformedCode
  case unknownCode
  case claimedBefore(String)
  case closed(String)
  case over(String)
  case oneself
  case circle
  case notNew(Period)
  case referrerFull(Int64)
  case full(String)
  case severalProgrammes([String])
  case noReferral(String)
  case notPaid(String)
  /// The budget didn't pay all that was due.
  case spent(String)
  /// Other coins were moved under the key of a payment.
  case keyTaken(UserID, count: Int)

  var category: ErrorCategory {
    switch self {
    case .noProgramme, .noCampaign, .noType, .unknownCode, .noReferral: .notFound
    case .malformedName, .nothingPaid, .malformedCode, .severalProgrammes: .usage
    case .exists, .claimedBefore, .over, .notPaid, .keyTaken: .conflict
    case .closed, .oneself, .circle, .notNew, .referrerFull, .full, .spent: .refused
    }
  }

  var code: String {
    switch self {
    case .noProgramme: "referrals.not-found"
    case .malformedName: "referrals.name-malformed"
    case .exists: "referrals.exists"
    case .nothingPaid: "referrals.nothing-paid"
    case .noCampaign: "referrals.campaign-not-found"
    case .noType: "referrals.type-not-found"
    case .malformedCode: "referrals.code-malformed"
    case .unknownCode: "referrals.code-not-found"
    case .claimedBefore: "referrals.claimed-before"
    case .closed: "referrals.closed"
    case .over: "referrals.over"
    case .oneself: "referrals.oneself"
    case .circle: "referrals.circle"
    case .notNew: "referrals.not-new"
    case .referrerFull: ReferralClaim.Refusal.referrerFull
    case .full: ReferralClaim.Refusal.full
    case .severalProgrammes: "referrals.several"
    case .noReferral: "referrals.no-referral"
    case .notPaid: "referrals.not-paid"
    case .spent: "referrals.budget-spent"
    case .keyTaken: "referrals.key-taken"
    }
  }

  var description: String {
    switch self {
    case .noProgramme("", _): "no referral programme takes anybody at this time"
    case .noProgramme(let name, let near):
      "there is no referral programme '\(name)'\(near.map { "; did you mean '\($0)'?" } ?? "")"
    case .malformedName(let name):
      "'\(name)' can't be a programme's name: \(ItemName.remedy())"
    case .exists(let name): "there is a referral programme '\(name)' already"
    case .nothingPaid: "nobody would be paid anything"
    case .noCampaign(let name): "there is no campaign '\(name)'"
    case .noType(let name, let known): "there is no type of shake '\(name)'; there are \(known.joined(separator: ", "))"
    case .malformedCode: "that is no referral code: it has eight letters and digits, such as 7KQM-3XPW"
    case .unknownCode: "nobody has that referral code"
    case .claimedBefore(let name): "the user has said before who brought them in '\(name)', and it was somebody else"
    case .closed(let name): "the referral programme '\(name)' takes nobody at this time"
    case .over(let name): "the referral programme '\(name)' is over already"
    case .oneself: "nobody brings themselves"
    case .circle: "the user has brought the one who is said to have brought them"
    case .notNew(let period):
      "only who is new can have been brought: a user for less than \(period), later than who brought them, who hasn't "
        + "earned anything yet"
    case .referrerFull(let most): "whoever has that code has brought \(most.counted("user")), and more aren't paid for"
    case .full(let name): "the referral programme '\(name)' has paid for as many as it pays for"
    case .severalProgrammes(let names): "there are several referral programmes: \(names.joined(separator: ", "))"
    case .noReferral(let name): "the user wasn't brought in the programme '\(name)'"
    case .notPaid(let state): "there is nothing to take back: it was \(state) before"
    case .keyTaken(let referee, let count):
      "\(count.counted("referral")) can't be paid, the first that of \(referee): other coins were moved under the keys of "
        + "these payments"
    case .spent(let name): "the budget of '\(name)' didn't suffice for all that is due; the rest waits"
    }
  }

  var hint: String? {
    switch self {
    case .noProgramme("", _): "See them with `qix referral list`, or make one with `qix referral create`."
    case .noProgramme: "See which there are with `qix referral list`."
    case .exists(let name): "See it with `qix referral show \(name)`."
    case .nothingPaid: "Give --referrer, --referee or both."
    case .noCampaign: "See which there are with `qix campaign list`."
    case .unknownCode: "Ask the friend for it again; `qix referral code USER` prints a user's."
    case .severalProgrammes: "Say which with --programme NAME."
    case .closed(let name): "See its period with `qix referral show \(name)`."
    case .keyTaken:
      "See with `qix referral of USER` who is to have them, give them by `qix coins issue`, and end the referral with "
        + "`qix referral revoke USER --reason TEXT`."
    case .spent(let name): "Put more in with `qix budget fund referral-\(name) --amount COINS`, and run it again."
    default: nil
    }
  }
}
