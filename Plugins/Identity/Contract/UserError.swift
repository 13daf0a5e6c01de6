package import QixKernel

/// What is wrong with a user or with what is said of one. No sentence repeats personal data.
package enum UserError: Diagnosable, Equatable {
  case notFound(String)
  /// Nobody has this phone number, address, username: `phone number`.
  case nobodyWith(String)
  /// Nobody has shown that it is theirs, whoever may have said so: `phone number`.
  case nobodyProved(String)
  case malformedExternalID(String, problem: String)
  case externalIDTaken(String)
  case malformedField(ProfileField, problem: String)
  /// A phone number, an email address or an account: `phone number`.
  case belongsToAnother(String, UserID)
  case tooYoung(years: Int64)
  case nothingToProve(Proof)
  case notLinked
  case malformedUsername(problem: String)
  case usernameTaken
  case suspended(UserID)
  case erased(UserID)
  case modeTooLow(UserID, Mode, needs: Mode)
  case requirementsMissing(UserID, Mode, [String])
  case mergesIntoItself(UserID)
  case mergedElsewhere(UserID, into: UserID)
  /// What the user would have to agree to.
  case consentNeeded(String)
  /// A user who has proved nothing can consent to nothing, and a help desk knows them by their word alone.
  case nothingToConsentBy(UserID, label: String)
  /// None of the confirmed codes is this user's, or it was long ago or used before.
  case consentUnknown(UserID)
  /// The user has nothing to send a code to.
  case nothingProved(UserID, ProfileField)
  /// Too many looked for by numbers or addresses.
  case tooManyFinds(setting: String, until: Timestamp)
  /// What belongs to a user can't be seen whole while modules are switched off.
  case modulesOff([String])
  /// Users have keys, and the vault doesn't have the one that these are under.
  case keyMissing
  /// The user got personal data between looking and acting.
  case changedMeanwhile

  package var category: ErrorCategory {
    switch self {
    case .notFound, .nobodyWith, .nobodyProved, .notLinked: .notFound
    case .malformedExternalID, .malformedField, .malformedUsername, .mergesIntoItself: .usage
    case .externalIDTaken, .belongsToAnother, .usernameTaken, .mergedElsewhere: .conflict
    case .tooYoung, .nothingToProve, .suspended, .erased, .modeTooLow, .requirementsMissing, .modulesOff, .keyMissing:
      .refused
    case .consentNeeded, .consentUnknown, .nothingToConsentBy: .notAllowed
    case .nothingProved, .tooManyFinds: .refused
    case .changedMeanwhile: .busy
    }
  }

  package var code: String {
    switch self {
    case .notFound, .nobodyWith, .nobodyProved: "identity.user-not-found"
    case .malformedExternalID: "identity.external-id-malformed"
    case .externalIDTaken: "identity.external-id-taken"
    case .malformedField: "identity.field-malformed"
    case .belongsToAnother: "identity.belongs-to-another"
    case .tooYoung: "identity.too-young"
    case .nothingToProve: "identity.nothing-to-prove"
    case .notLinked: "identity.not-linked"
    case .malformedUsername: "identity.username-malformed"
    case .usernameTaken: "identity.username-taken"
    case .suspended: "identity.suspended"
    case .erased: "identity.erased"
    case .modeTooLow: "identity.mode-too-low"
    case .requirementsMissing: "identity.requirements-missing"
    case .mergesIntoItself: "identity.merges-into-itself"
    case .mergedElsewhere: "identity.merged-elsewhere"
    case .modulesOff: "identity.modules-off"
    case .keyMissing: "identity.key-missing"
    case .changedMeanwhile: "identity.changed-meanwhile"
    case .consentNeeded, .nothingToConsentBy: "identity.consent-needed"
    case .consentUnknown: "identity.consent-unknown"
    case .nothingProved: "identity.nothing-proved"
    case .tooManyFinds: "identity.find-limit"
    }
  }

  package var description: String {
    switch self {
    case .notFound(let reference):
      // Somebody may look for a person by what is personal.
      Self.option(for: reference) == nil ? "there is no user '\(reference)'" : "there is no user with that id"
    case .nobodyWith(let what): "there is no user with that \(what)"
    case .nobodyProved(let what): "no user has proved that \(what)"
    case .malformedExternalID(let id, let problem): "'\(id)' can't be an external id: \(problem)"
    case .externalIDTaken(let id): "another user has the external id '\(id)' already"
    case .malformedField(let field, let problem): "the \(field.label) can't be kept: \(problem)"
    case .belongsToAnother(let what, let user): "the \(what) belongs to another user already, \(user)"
    case .tooYoung(let years): "whoever is younger than \(years) years can't give a birth date here"
    case .nothingToProve(let proof): "the user has no \(proof.label) that could be proved"
    case .notLinked: "the user has no such account linked"
    case .malformedUsername(let problem): "the username can't be taken: \(problem)"
    case .usernameTaken: "another user has that username, or one that looks the same"
    case .suspended(let user): "user \(user) is suspended"
    case .erased(let user): "user \(user) was erased"
    case .modeTooLow(let user, let mode, let needed):
      "user \(user) is in \(mode.name) mode, and this needs \(needed.name) mode"
    case .requirementsMissing(let user, let mode, let missing):
      "user \(user) can't be in \(mode.name) mode yet: missing \(missing.joined(separator: "; "))"
    case .mergesIntoItself(let user): "both names mean the same user, \(user)"
    case .mergedElsewhere(let user, let other): "user \(user) was merged into \(other) already"
    case .modulesOff(let modules):
      "what belongs to a user is not whole while modules are off: \(modules.joined(separator: ", "))"
    case .keyMissing: "personal data of users is here, and the vault doesn't have the key that it is under"
    case .nothingToConsentBy(let user, let label):
      "support can't give user \(user) a \(label): they have proved no number or address, by which they could consent"
    case .consentNeeded(let what): "nobody may \(what) without the user's own consent"
    case .consentUnknown(let user):
      "user \(user) has not consented to that: no such code was confirmed in time, or it was used"
    case .nothingProved(let user, let field):
      "user \(user) has no \(field.label) that was proved, to ask for consent at"
    case .tooManyFinds(_, let until):
      "users were looked for too often by phone number or email address; wait until \(until)"
    case .changedMeanwhile: "the user was given personal data at this very moment"
    }
  }

  package var hint: String? {
    switch self {
    case .notFound(let reference):
      Self.option(for: reference).map { "An id is needed; `qix user find --\($0) -` finds whose \($0) it is." }
        ?? "Name a user by usr_… or by external id; `qix user list` shows them, `qix user create` makes one."
    case .nobodyWith, .malformedExternalID, .tooYoung, .erased, .mergesIntoItself: nil
    case .externalIDTaken(let id): "See whose it is with `qix user show \(id)`."
    case .malformedField(let field, _): field.advice
    case .belongsToAnother(_, let user):
      """
      If it is sure that both are the same person, move everything to one id: `qix user merge FROM --into \(user)`. A \
      number or address that was only given goes to whoever proves it: `qix auth otp request --user USER`.
      """
    case .nobodyProved: "Whose it is shows a code for that user: `qix auth otp request --user USER`."
    case .nothingToProve(let proof): "Give it first, with `qix user set USER --\(proof.rawValue) -`."
    case .notLinked: "`qix user show USER --reveal --reason TEXT` shows which there are."
    case .malformedUsername:
      "A username has 3 to 30 letters and digits, and - _ . between them; it begins with a letter."
    case .usernameTaken: "Take another, or leave it out and one is made up."
    case .suspended(let user): "`qix user resume \(user)` lets them act again."
    case .modeTooLow(let user, _, _), .requirementsMissing(let user, _, _):
      "`qix user show \(user)` says what is missing, `qix mode list` what each mode takes."
    case .mergedElsewhere(_, let other): "Merge the one they are now, \(other), if you mean that."
    case .modulesOff: "Run it with all modules: without QIX_DISABLE, and without `disable` in the config file."
    case .nothingToConsentBy(let user, _):
      "They sign in with it themselves, or an operator gives it with `qix user set \(user)` and --reason."
    case .consentNeeded, .nothingProved:
      """
      Ask the user: `qix auth otp request --consent phone --user USER`, `qix auth otp verify OTP`, then give --consent \
      OTP. Where they have lost number and address, an operator gives the new one with `qix user set` and --reason, and \
      somebody else approves that.
      """
    case .consentUnknown: "Ask again: `qix auth otp request --consent phone --user USER`."
    case .tooManyFinds(let setting, _): "Somebody may be trying numbers. The limit: `qix setting show \(setting)`."
    case .keyMissing: "Bring the vault of that time back from its export: `qix vault import FILE`."
    case .changedMeanwhile: "Run the same command again."
    }
  }
}

extension UserError {
  /// `email` or `phone` where a reference looks like one.
  private static func option(for reference: String) -> String? {
    if reference.contains("@") { return "email" }
    let digits = reference.utf8.count { (0x30...0x39).contains($0) }
    let isNumber = reference.allSatisfy { $0.isNumber || "+-/() .".contains($0) }
    return isNumber && digits >= 6 ? "phone" : nil
  }
}

extension ProfileField {
  /// `given name`.
  package var label: String {
    switch self {
    case .phone: "phone number"
    case .email: "email address"
    case .instagram: "Instagram profile"
    default: String(rawValue.map { $0 == "-" ? " " : $0 })
    }
  }

  /// How a value is written.
  package var advice: String {
    switch self {
    case .phone: "Write it with its country, in E.164: +39 and the number."
    case .email: "Write it as name@example.com."
    case .gender: "Write female, male, other or not-said."
    case .birthDate: "Write it as 1990-06-30."
    case .givenName, .familyName, .displayName: "A name has 1 to 100 characters on one line."
    case .address: "An address has up to 500 characters, on as many lines as it takes."
    case .interests: "Write them with commas between: music, hiking; 50 at most, of up to 50 characters each."
    case .instagram: "Write the handle, or https://instagram.com/ and the handle."
    }
  }
}

extension Proof {
  var label: String {
    switch self {
    case .phone: ProfileField.phone.label
    case .email: ProfileField.email.label
    case .account: "account"
    }
  }
}
