internal import IdentityContract
internal import MessagesContract
internal import QixModule
internal import QixPhone

/// `qix auth otp request`
struct RequestCode: Command {
  static let declaration = Declaration(
    "request", "Send a one-time code to a phone number or an email address.",
    roles: [.operator, .integrator, .support, .user, .guest],
    discussion: """
      The code has six digits. It is valid for ten minutes, once, and only for this request. With --user the number \
      becomes that user's when the code comes back. Without --user, the code finds the user who has verified that \
      number.

      Changing a verified number needs its user's consent. --consent sends a code to the user's verified number or \
      address, without showing it. When the code has come back, give the request as --consent to \
      `qix auth otp verify`, `qix user set`, `qix user unlink` or `qix user merge`.

      The answer is the same for known and unknown numbers. Settings that begin with 'identity.code-' limit the \
      codes for a number, for a caller, and for numbers that begin alike. If you ask on behalf of others, name the \
      caller; otherwise the limit counts you. Each principal also has a wider limit of their own.
      """,
    examples: [
      Example("qix auth otp request --phone +491701234567", "who is it"),
      Example("qix auth otp request --phone - --user shop-4711 < number.txt", "to prove the number of a user"),
      Example("qix auth otp request --email anna@example.com --user shop-4711 --quiet", "only the request's id"),
      Example("qix auth otp request --consent phone --user shop-4711", "may the number be changed?"),
    ],
    answer: AnswerShape("auth.otp-request/1", Request.fields, last: ["request", "expires"]), effect: .changes,
    givenByCustomers: ["phone", "email", "consent"])

  private struct Request {
    /// Nil for a dry run.
    let made: (id: CodeRequestID, expires: Timestamp)?
    let channel: CodeChannel
    let recipient: String
    /// Nil for a customer: the means of sending are the operator's affair.
    let sender: SenderName?
    let user: UserID?

    static let fields: [Field<Request>] = [
      Field(optional: "request", .id) { $0.made?.id },
      Field(optional: "expires", .time) { $0.made?.expires },
      Field("to", .cell(.text)) { $0.channel.cell($0.recipient) },
      Field(optional: "sender", .text) { $0.sender?.rawValue },
      Field("user", .id) { $0.user },
    ]
  }

  @Option("phone", .textOrInput, placeholder: "NUMBER", "The phone number")
  private var phone: String?
  @Option("email", .textOrInput, placeholder: "ADDRESS", "The email address")
  private var email: String?
  @Option(
    "user", .user, placeholder: "USER", "The user who gets the number or address; without it the code finds the user")
  private var user: String?
  @Option(
    "consent", .choice([ProfileField.phone, .email], named: \.rawValue), placeholder: "CHANNEL",
    "Ask --user for consent to a change, at their verified phone number or email address")
  private var consent: ProfileField?
  @Option(
    "via", .choice(of: SenderName.self), placeholder: "SENDER",
    "command, smtp or http; the default is the one that is set")
  private var via: SenderName?
  @Option(
    "caller", .text, placeholder: "TEXT",
    "The caller, such as an IP address or a device, for the limits; not stored in clear")
  private var caller: String?

  func check() throws {
    guard [$phone, $email, $consent].count(where: \.isGiven) == 1 else {
      throw UsageError("give either --phone, --email or --consent")
    }
    guard consent == nil || user != nil else {
      throw UsageError("--consent needs --user", hint: "Name the user who has to consent.")
    }
  }

  func run(in context: Context) throws -> Document {
    let directory = context.userDirectory
    let (rules, region, found) = try context.database.read { connection -> (CodeRules, String?, UserID?) in
      let found = try user.map { try UserNamed.find($0, directory, in: connection).id }
      return (try CodeRules(connection), try connection.value(of: IdentityModule.phoneRegion), found)
    }
    let (channel, recipient) = try recipient(region: region, found, context)
    if let found, consent == nil { try requireUse(for: found, channel.field, recipient, context) }
    // Whatever is not set up shows before anything is written down.
    let delivery = try context.service(Messages.sender).prepare(for: channel.message, via: via)
    let requests = CodeRequests(
      context: context, keys: try CodeKeys.open(context, isDryRun: context.isDryRun), rules: rules)
    let request = try requests.request(
      CodeWish(
        channel: channel, recipient: recipient, user: found, isForConsent: consent != nil,
        // Of customers, who are many, each place counts for itself.
        caller: caller ?? context.principal.place ?? context.principal.name,
        principal: context.principal.place ?? context.principal.name),
      by: delivery)
    var document = Document(
      "auth.otp-request/1", Request.fields,
      of: Request(
        made: context.isDryRun ? nil : (id: request.id, expires: request.expires), channel: channel,
        recipient: recipient,
        sender: context.principal.isCustomer ? nil : delivery.sender, user: found))
    if !context.isDryRun { document.primary = "\(request.id)" }
    if consent == nil, channel == .phone { document.warn(of: try PhoneNumber(recipient, region: nil)) }
    document.next("`qix auth otp verify \(request.id)`, which asks for the code")
    return document
  }

  /// Asks the rules of verifying before a code is sent, so that no useless code goes out. Support may send a code only to
  /// the number or address that is kept at a user without proofs. A refusal tells that it is another one, so it counts
  /// as a look.
  /// Whose it is besides shows when the code comes back.
  private func requireUse(
    for user: UserID, _ field: ProfileField, _ recipient: String, _ context: Context
  ) throws {
    guard context.principal.role == .support else { return }
    let profiles = try context.openProfiles()
    let (isBeyondConsent, isGuess) = try context.database.read { connection in
      let canConsent = try Holdings(of: user, in: connection).proofs.canConsent
      let isGuess = try !canConsent && profiles.value(field, of: user, in: connection) != nil
      // Without room for a look a right guess must not be told from a wrong one.
      if isGuess { try Finds.requireRoom(context, in: connection) }
      return (
        try profiles.isBeyondConsent(user, field, recipient, by: context.principal, in: connection), isGuess
      )
    }
    guard isBeyondConsent else { return }
    if isGuess { try Finds.note(field, of: user, in: context) }
    throw UserError.nothingToConsentBy(user, label: field.label)
  }

  private func recipient(
    region: String?, _ user: UserID?, _ context: Context
  ) throws -> (CodeChannel, String) {
    if let consent, let user {
      let profiles = try context.openProfiles()
      let contacts = try context.database.read { try profiles.provedContacts(of: user, in: $0) }
      guard let contact = contacts.first(where: { $0.channel.field == consent }) else {
        throw Failure(
          "identity.nothing-proved", .refused,
          "user \(user) has no verified \(consent.label) that could get a request for consent",
          hint: """
            Ask the user for consent: `qix auth otp request --consent phone --user USER`. Confirm the code with \
            `qix auth otp verify OTP`. Give the confirmed request as --consent OTP. If the user has lost number and \
            address, an operator sets the new one with `qix user set` and --reason. Another person approves it.
            """,
          forUser: "you have no verified \(consent.label) that a code could go to")
      }
      return (contact.channel, contact.recipient)
    }
    if let email {
      let address = try PersonalInput.value(email, context.face)
      return (.email, try ProfileField.email.normalised(address, today: context.clock.now().date))
    }
    let number = try PhoneNumber(try PersonalInput.value(phone ?? "", context.face), region: region)
    guard number.kind != .premium else {
      throw Failure("identity.code-premium-number", .refused, "no code is sent to a number that costs extra")
        .forEverybody
    }
    return (.phone, number.e164)
  }
}
