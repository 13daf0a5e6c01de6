package import QixKernel

/// Errors of users and their data. No sentence repeats personal data.
package enum UserError: Failing, Equatable {
  /// A file of profiles, or a line of it, that can't be one.
  case importColumns(String, file: String?)
  /// A line gives a user another value than an earlier one: `phone number`.
  case saidOtherwise(String, line: Int)
  /// A line gives a user the number or address that an earlier one gives to another: `phone number`.
  case belongsToLine(String, line: Int)
  case notFound(String)
  /// No user has this phone number, address or username: `phone number`.
  case nobodyWith(String)
  /// One user has the words as their external id, and another one is reached by them.
  case meansTwo
  /// A user would be called by a number by which another one is reached.
  case numberOfAnother
  /// No user has proved it, though some may have given it: `phone number`.
  case nobodyProved(String)
  case malformedExternalID(String, problem: String)
  case externalIDTaken(String)
  /// A file would make a user whose external id differs from another one in capital letters alone.
  /// - Parameter other: nil where it may not be told.
  case differsInCase(String, from: String?)
  /// - Parameter problem: with a key where a customer may meet it: translations find the whole sentence by that.
  case malformedField(ProfileField, problem: Sentence)
  /// A birth date of a file whose dates are written in a form of their own: `dd.MM.yyyy`.
  case malformedDate(problem: Sentence, form: String)
  /// A phone number, an email address or an account: `phone number`.
  case belongsToAnother(String, UserID)
  /// Staff have entered it for a user who has proved something else: `phone number`.
  case claimed(String, UserID)
  case tooYoung(years: Int64)
  case nothingToProve(Proof)
  case notLinked
  case malformedUsername(problem: Sentence)
  case usernameTaken
  case suspended(UserID)
  case erased(UserID)
  case modeTooLow(UserID, Mode, needs: Mode)
  case requirementsMissing(UserID, Mode, [String])
  /// The user has to agree to this operation.
  case consentNeeded(String)
  /// A user who has proved nothing can consent to nothing, and a help desk knows them by their word alone.
  case nothingToConsentBy(UserID, label: String)
  /// No confirmed code is this user's, or it was confirmed too long ago or used before.
  case consentUnknown(UserID)
  /// Too many looked for by numbers or addresses.
  case tooManyFinds(setting: String, until: Timestamp)
  /// A user's data isn't whole while modules are switched off.
  case modulesOff([String])
  /// Users have keys, and the vault doesn't have the one that these are under.
  case keyMissing
  /// The user got personal data between looking and acting.
  case changedMeanwhile

  package var failure: Failure {
    switch self {
    case .importColumns(let what, let file):
      Failure(
        "identity.import-malformed", .usage, "\(file.map { "\($0): " } ?? "")\(what)",
        hint:
          """
          The columns are user, and fields of a profile such as phone, email, given-name. If the column has another \
          name, add --map user=HEADER.
          """)
    case .saidOtherwise(let what, let line):
      Failure(
        "identity.import-contradicts", .conflict, "line \(line) of this file gives the same user another \(what)",
        hint: "Leave out the wrong line, or its cell.")
    case .notFound(let reference):
      // The reference may be a number or an address, which is personal.
      Failure(
        "identity.user-not-found", .notFound,
        Self.option(for: reference) == nil ? "there is no user '\(reference)'" : "there is no user with that id",
        hint: Self.option(for: reference).map {
          "Give the user's id. `qix user find --\($0) -` finds whose \($0) it is."
        }
          ?? "Name a user by usr_… or by external id. `qix user list` shows the users. `qix user create` makes one.")
    case .nobodyWith(let what):
      Failure("identity.user-not-found", .notFound, "there is no user with that \(what)")
    case .meansTwo:
      Failure(
        "identity.user-unclear", .conflict,
        "one user has that external id, and another user has that number or address",
        hint: "`qix user find` shows who has the number or address. Name the user you mean by usr_… id.")
    case .numberOfAnother:
      Failure(
        "identity.user-unclear", .conflict,
        "another user has that phone number, so it can't be an external id",
        hint: """
          To find that user: `qix user find --phone -`. To make a new user, give the id that your own systems use.
          """)
    case .nobodyProved(let what):
      Failure(
        "identity.user-not-found", .notFound, "no user has verified that \(what)",
        hint: "If it belongs to a user, let them verify it with a code: `qix auth otp request --user USER`.")
    case .malformedExternalID(let id, let problem):
      Failure("identity.external-id-malformed", .usage, "'\(id)' can't be an external id: \(problem)")
    case .externalIDTaken(let id):
      Failure(
        "identity.external-id-taken", .conflict, "another user already has the external id '\(id)'",
        hint: "Show that user with `qix user show \(id)`.")
    case .differsInCase(let id, let other):
      Failure(
        "identity.external-id-case", .conflict,
        "no user is made of '\(id)': "
          + (other.map { "the external id '\($0)' differs" } ?? "another external id differs")
          + " from it only in capital letters",
        hint: "Write the name as it was written before; for two customers give --create-users=exact.")
    case .malformedField(let field, let problem):
      Failure(
        "identity.field-malformed", .usage, "the \(field.label) is not valid: \(problem)", hint: field.advice,
        forUser: .keyed(problem.key ?? "identity.field-malformed", "the \(field.label) is not valid: \(problem)"))
    case .malformedDate(let problem, let form):
      Failure(
        "identity.field-malformed", .usage, "the birth date is not valid: \(problem)",
        hint: "Write it as --date-format says, \(form), or name the form that the file has.")
    case .belongsToAnother(let what, let user):
      Failure(
        "identity.belongs-to-another", .conflict, "the \(what) already belongs to another user, \(user)",
        hint: """
          If both are surely the same person, move everything to one id: `qix user merge FROM --into \(user)`. An \
          unverified number or address goes to the user who verifies it: `qix auth otp request --user USER`.
          """, forUser: "the \(what) belongs to another account; sign in with it")
    case .claimed(let what, let user):
      Failure(
        "identity.claimed", .conflict,
        "the \(what) was entered for user \(user), who signs in with something else that is verified",
        hint: """
          The user signs in with that, and verifies it there. If it belongs to another person, remove it: \
          `qix user set \(user) --clear FIELD`. If both are the same person and have consented, merge them: \
          `qix user merge FROM --into \(user)`.
          """,
        forUser: "the \(what) belongs to another account: sign in to that with what you have verified there, or ask us")
    case .belongsToLine(let what, let line):
      Failure(
        "identity.belongs-to-another", .conflict, "line \(line) of this file gives the \(what) to another user",
        hint: """
          Leave it to one of the users. If both are the same person, import one of the lines, and merge the users.
          """)
    case .tooYoung(let years):
      Failure(
        "identity.too-young", .refused, "users younger than \(years) years can't give a birth date here",
        forUser: "you must be at least \(years, "year") old to give a birth date here")
    case .nothingToProve(let proof):
      Failure(
        "identity.nothing-to-prove", .refused, "the user has no \(proof.label) to verify",
        hint: "Set it first with `qix user set USER --\(proof.rawValue) -`.")
    case .notLinked:
      Failure(
        "identity.not-linked", .notFound, "the user has no such account linked",
        hint: "`qix user show USER --reveal --reason TEXT` shows the linked accounts.")
    case .malformedUsername(let problem):
      Failure(
        "identity.username-malformed", .usage, "the username is not valid: \(problem)",
        hint: "A username has 3 to 30 letters and digits, and - _ . between them. It begins with a letter.",
        forUser: .keyed(problem.key ?? "identity.username-malformed", "the username is not valid: \(problem)"))
    case .usernameTaken:
      Failure(
        "identity.username-taken", .conflict, "another user has that username, or one that looks the same",
        hint: "Choose another username, or leave it out to get a generated one.",
        forUser: "another user has that username, or one that looks the same")
    case .suspended(let user):
      Failure(
        "identity.suspended", .refused, "user \(user) is suspended",
        hint: "`qix user resume \(user)` lets them act again.", forUser: "your account is suspended")
    case .erased(let user):
      Failure("identity.erased", .refused, "user \(user) was erased", forUser: "this account was deleted")
    case .modeTooLow(let user, let mode, let needed):
      Failure(
        "identity.mode-too-low", .refused,
        "user \(user) has account level \(mode.name), but this needs level \(needed.name)",
        hint: "`qix user show \(user)` shows what is missing. `qix mode list` shows what each level requires.",
        forUser: "your account has level \(mode.name), but this needs level \(needed.name)")
    case .requirementsMissing(let user, let mode, let missing):
      Failure(
        "identity.requirements-missing", .refused,
        "user \(user) can't have account level \(mode.name) yet: missing \(missing.joined(separator: "; "))",
        hint: "`qix user show \(user)` shows what is missing. `qix mode list` shows what each level requires.",
        forUser: "for account level \(mode.name) you still need: \(missing.joined(separator: "; "))")
    case .consentNeeded(let what):
      Failure(
        "identity.consent-needed", .notAllowed, "to \(what) needs the user's own consent",
        hint: """
          Ask the user for consent: `qix auth otp request --consent phone --user USER`. Confirm the code with \
          `qix auth otp verify OTP`. Give the confirmed request as --consent OTP. If the user has lost number and \
          address, an operator sets the new one with \(always: "qix user set") and --reason. Another person approves it.
          """,
        forUser: "first confirm a code that we send to your verified number or address")
    case .nothingToConsentBy(let user, let label):
      Failure(
        "identity.consent-needed", .notAllowed,
        """
        support can't give user \(user) \(label == "email address" ? "an" : "a") \(label): they have no verified \
        number or address to consent with
        """,
        hint:
          "The user can sign in with it themselves. An operator sets it with \(always: "qix user set \(user)") and --reason."
      )
    case .consentUnknown(let user):
      Failure(
        "identity.consent-unknown", .notAllowed,
        "user \(user) has not consented to that: no such code was confirmed in time, or it was used",
        hint: "Ask again with `qix auth otp request --consent phone --user USER`.",
        forUser: "no such code was confirmed in time, or it was used; ask for another")
    case .tooManyFinds(let setting, let until):
      Failure(
        "identity.find-limit", .refused,
        "phone numbers or email addresses were tried too often; wait until \(until)",
        hint: "This may be an attempt to try numbers. The limit: `qix setting show \(setting)`.",
        forUser: "too many phone numbers or email addresses were given; try again after \(until)")
    case .modulesOff(let modules):
      Failure(
        "identity.modules-off", .refused,
        "a user's data is incomplete while modules are disabled: \(modules.joined(separator: ", "))",
        hint: "Run the command with all modules: without QIX_DISABLE, and without `disable` in the config file.")
    case .keyMissing:
      Failure(
        "identity.key-missing", .refused,
        "the vault doesn't have the key that encrypts the users' personal data",
        hint: "Bring the vault with that key back from its export: `qix vault import FILE`.")
    case .changedMeanwhile:
      Failure(
        "identity.changed-meanwhile", .busy, "another command set personal data of the user at the same time",
        hint: "Run the same command again.")
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

  /// The advice on the form of a value.
  package var advice: Sentence {
    switch self {
    case .phone: "Write it with its country, in E.164: +39 and the number."
    case .email: "Write it as name@example.com."
    case .gender: "Write female, male, other or not-said."
    case .birthDate: "Write it as 1990-06-30."
    case .givenName, .familyName, .displayName: "A name has 1 to 100 characters on one line."
    case .address: "An address has up to 500 characters, on as many lines as it takes."
    case .interests: "Separate them with commas: music, hiking. 50 at most, of up to 50 characters each."
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
