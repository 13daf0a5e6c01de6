internal import QixDefinitions
internal import QixModule

/// Why something about referrals was not done.
enum ReferralError: Failing, Equatable {
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

  var failure: Failure {
    switch self {
    case .noProgramme("", _):
      Failure(
        "referrals.not-found", .notFound, "no referral programme is open at this time",
        hint: "See them with `qix referral list`, or make one with `qix referral create`.")
    case .noProgramme(let name, let near):
      Failure(
        "referrals.not-found", .notFound,
        "there is no referral programme '\(name)'\(near.map { "; did you mean '\($0)'?" } ?? "")",
        hint: "See which there are with `qix referral list`.")
    case .malformedName(let name):
      Failure("referrals.name-malformed", .usage, "'\(name)' can't be a programme's name: \(ItemName.remedy())")
    case .exists(let name):
      Failure(
        "referrals.exists", .conflict, "referral programme '\(name)' already exists",
        hint: "See it with `qix referral show \(name)`.")
    case .nothingPaid:
      Failure(
        "referrals.nothing-paid", .usage, "neither side would be paid anything",
        hint: "Give --referrer, --referee or both.")
    case .noCampaign(let name):
      Failure(
        "referrals.campaign-not-found", .notFound, "there is no campaign '\(name)'",
        hint: "See which there are with `qix campaign list`.")
    case .noType(let name, let known):
      Failure(
        "referrals.type-not-found", .notFound,
        "there is no type of shake '\(name)'; there are \(known.joined(separator: ", "))")
    case .malformedCode:
      Failure(
        "referrals.code-malformed", .usage,
        "that is no referral code: it has eight letters and digits, such as 7KQM-3XPW")
    case .unknownCode:
      Failure(
        "referrals.code-not-found", .notFound, "there is no such referral code",
        hint: "Ask the friend for it again; `qix referral code USER` prints a user's.")
    case .claimedBefore(let name):
      Failure(
        "referrals.claimed-before", .conflict,
        "the user has already named another user as who brought them in '\(name)'")
    case .closed(let name):
      Failure(
        "referrals.closed", .refused, "the referral programme '\(name)' is not open at this time",
        hint: "See its period with `qix referral show \(name)`.",
        forUser: "friends can't be invited at this time")
    case .over(let name):
      Failure("referrals.over", .conflict, "the referral programme '\(name)' is over already")
    case .oneself:
      Failure(
        "referrals.oneself", .refused, "users can't bring themselves", forUser: "this is a code of your own")
    case .circle:
      Failure(
        "referrals.circle", .refused, "the user has brought the one who is said to have brought them",
        forUser: "you have invited the one whose code this is")
    case .notNew(let period):
      Failure(
        "referrals.not-new", .refused,
        "only new users can be brought: users for less than \(period), later than who brought them, who haven't earned "
          + "anything yet",
        forUser: "only new users can use a code: within \(period), and before they earn anything")
    case .referrerFull(let most):
      Failure(
        Referral.Refusal.referrerFull, .refused,
        "the owner of that code has brought \(most.counted("user")), and more aren't paid for",
        forUser: "this code was used as often as it can be")
    case .full(let name):
      Failure(
        Referral.Refusal.full, .refused, "the referral programme '\(name)' has paid for as many as it pays for")
    case .severalProgrammes(let names):
      Failure(
        "referrals.several", .usage, "there are several referral programmes: \(names.joined(separator: ", "))",
        hint: "Say which with --programme NAME.")
    case .noReferral(let name):
      Failure("referrals.no-referral", .notFound, "the user wasn't brought in the programme '\(name)'")
    case .notPaid(let state):
      Failure("referrals.not-paid", .conflict, "there is nothing to take back: it was \(state) before")
    case .spent(let name):
      Failure(
        "referrals.budget-spent", .refused,
        "the budget of '\(name)' didn't suffice for all that is due; the rest waits",
        hint: "Put more in with `qix budget fund referral-\(name) --amount COINS`, and run it again.")
    case .keyTaken(let referee, let count):
      Failure(
        "referrals.key-taken", .conflict,
        "\(count.counted("referral")) can't be paid, the first that of \(referee): other coins were moved under the keys of "
          + "these payments",
        hint:
          "See with `qix referral of USER` who is to have them, give them by `qix coins issue`, and end the referral with "
          + "`qix referral revoke USER --reason TEXT`.")
    }
  }
}
