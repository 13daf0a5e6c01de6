internal import QixKernel
internal import QixStorage

/// Why there is no code, or why one is not taken. No sentence has a number, an address or a code in it.
enum CodeError: Diagnosable, Equatable {
  /// - Parameters:
  ///   - until: when the next may be asked for; nil for a limit of none at all.
  ///   - now: the moment of the refusal.
  case tooManySends(CodeLimit, until: Timestamp?, now: Timestamp)
  /// Sending there costs its recipient, or the operator, extra.
  case premiumNumber
  case unknownRequest
  case malformed
  case wrong(triesLeft: Int64)
  case tooManyTries
  case expired
  case used
  /// It was never sent.
  case closed
  /// Nothing in the settings may leave the code out.
  case textWithoutCode

  var category: ErrorCategory {
    switch self {
    case .tooManySends, .premiumNumber: .refused
    case .unknownRequest: .notFound
    case .malformed, .textWithoutCode: .usage
    case .wrong, .tooManyTries, .expired, .closed: .notAllowed
    case .used: .conflict
    }
  }

  var code: String {
    switch self {
    case .tooManySends: "identity.code-limit"
    case .premiumNumber: "identity.code-premium-number"
    case .unknownRequest: "identity.code-unknown-request"
    case .malformed: "identity.code-malformed"
    case .wrong: "identity.code-wrong"
    case .tooManyTries: "identity.code-too-many-tries"
    case .expired: "identity.code-expired"
    case .used: "identity.code-used"
    case .closed: "identity.code-closed"
    case .textWithoutCode: "identity.code-text"
    }
  }

  var description: String {
    switch self {
    case .tooManySends(let limit, _, _): "too many codes were asked for \(limit.what) in \(limit.period)"
    case .premiumNumber: "no code is sent to a number that costs extra"
    case .unknownRequest: "there is no such request for a code, or it was long ago"
    case .malformed: "a code has six digits"
    case .wrong(let left): "the code is wrong; \(left.counted("try is", "tries are")) left"
    case .tooManyTries: "the code was tried too often and is of no use any more"
    case .expired: "the code has expired"
    case .used: "the code was used already"
    case .closed: "the code could not be sent and is of no use"
    case .textWithoutCode: "the text of the message leaves the code out"
    }
  }

  var hint: String? {
    switch self {
    case .tooManySends(let limit, let until?, let now):
      """
      Wait \(((until.microseconds - now.microseconds + 59_999_999) / 60_000_000).counted("minute")), until \(until), or \
      see `qix setting show \(limit.setting)`. After the clock was set back it takes until it has caught up.
      """
    case .tooManySends(let limit, nil, _): "See `qix setting show \(limit.setting)`."
    case .wrong, .malformed, .premiumNumber: nil
    case .textWithoutCode: "Put {code} into `identity.code-text`."
    case .unknownRequest, .tooManyTries, .expired, .used, .closed: "Ask for another with `qix auth otp request`."
    }
  }
}

/// What is counted, for whom and over how long.
enum CodeLimit: Sendable, Equatable, CaseIterable {
  case number, numberADay, prefix, caller, principal

  /// As in the column `kind`.
  var kind: Int64 {
    switch self {
    case .number, .numberADay: 1
    case .prefix: 2
    case .caller: 3
    case .principal: 4
    }
  }

  /// Microseconds.
  var window: Int64 {
    switch self {
    case .number: 10 * 60_000_000
    case .numberADay: Timestamp.day
    case .prefix, .caller, .principal: 60 * 60_000_000
    }
  }

  var what: String {
    switch self {
    case .number, .numberADay: "this number or address"
    case .prefix: "numbers that begin like this one"
    case .caller: "by this caller"
    case .principal: "by whoever runs the command"
    }
  }

  var period: String {
    switch self {
    case .number: "10 minutes"
    case .numberADay: "a day"
    case .prefix, .caller, .principal: "an hour"
    }
  }

  var setting: String { IdentityModule.sends(self).name }
}
