internal import QixModule

/// Errors of one-time codes that several places make. No sentence has a number, an address or a code in it.
enum CodeError: Failing, Equatable {
  /// - Parameters:
  ///   - until: when the next may be asked for; nil for a limit of none at all.
  ///   - now: the moment of the refusal.
  case tooManySends(CodeLimit, until: Timestamp?, now: Timestamp)
  case unknownRequest
  case tooManyTries
  case used
  /// The request proves something of one user, and signs nobody in.
  case notForSigningIn

  static let requestAnother: Sentence = "Request another code with `qix auth otp request`."

  var retryAfter: Int64? {
    guard case .tooManySends(_, let until?, let now) = self else { return nil }
    return max(1, (until.microseconds - now.microseconds + 999_999) / 1_000_000)
  }

  var failure: Failure {
    switch self {
    case .tooManySends(let limit, let until, let now):
      Failure(
        "identity.code-limit", .refused, "too many codes were requested \(limit.what) in \(limit.period)",
        hint: until.map {
          """
          Wait \((($0.microseconds - now.microseconds + 59_999_999) / 60_000_000).counted("minute")), until \
          \($0). Show the limit with `qix setting show \(limit.setting)`. If the clock was set back, wait until \
          it has caught up.
          """
        } ?? "Show the limit with `qix setting show \(limit.setting)`."
      ).forEverybody
    case .unknownRequest:
      Failure(
        "identity.code-unknown-request", .notFound, "the request for a code does not exist, or is too old",
        hint: Self.requestAnother
      ).forEverybody
    case .tooManyTries:
      Failure(
        "identity.code-too-many-tries", .notAllowed, "the code was tried too often and is no longer valid",
        hint: Self.requestAnother
      ).forEverybody
    case .used:
      Failure(
        "identity.code-used", .conflict, "the code was already used", hint: Self.requestAnother
      ).forEverybody
    case .notForSigningIn:
      Failure(
        "identity.code-not-for-signing-in", .notAllowed,
        "the code was requested to change an account, not to sign in",
        hint: "Request a code without --user: `qix auth otp request`.",
        forUser: "this code was sent to change your account; to sign in, ask for a new one without being signed in")
    }
  }
}

/// The limits of codes: for whom and over how long they count.
enum CodeLimit: Sendable, Equatable, CaseIterable {
  /// The first two count each caller's requests for a number by themselves, so that strangers keep nobody waiting.
  case number, numberADay, numberOfAll, prefix, caller, principal

  /// The value of the column `kind`.
  var kind: Int64 {
    switch self {
    case .number, .numberADay, .numberOfAll: 1
    case .prefix: 2
    case .caller: 3
    case .principal: 4
    }
  }

  /// Microseconds.
  var window: Int64 {
    switch self {
    case .number: 10 * 60_000_000
    case .numberADay, .numberOfAll: Timestamp.day
    case .prefix, .caller, .principal: 60 * 60_000_000
    }
  }

  var what: String {
    switch self {
    case .number, .numberADay, .numberOfAll: "for this number or address"
    case .prefix: "for numbers that begin like this one"
    case .caller: "by this caller"
    case .principal: "by this principal"
    }
  }

  var period: String {
    switch self {
    case .number: "10 minutes"
    case .numberADay, .numberOfAll: "a day"
    case .prefix, .caller, .principal: "an hour"
    }
  }

  var setting: String { IdentityModule.sends(self).name }
}
