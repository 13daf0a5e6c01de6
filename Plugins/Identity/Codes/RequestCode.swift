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
      The code has six digits and is good for ten minutes, once, and for this request. With --user the number becomes that \
      user's when the code comes back; without it the answer to the code is who has proved that number before.

      A number that was proved changes with its user's consent: --consent sends a code to what they have proved, without \
      showing it, and `qix auth otp verify`, `qix user set`, `qix user unlink` and `qix user merge` take its request as \
      --consent when the code has come back.

      The answer is the same for a number that is known and one that isn't. How many codes a number, a caller and numbers \
      that begin alike can get is in the settings that begin with 'identity.code-'. Name the caller, if you ask on behalf \
      of others: the limit goes by you otherwise; each principal has a wider one of their own besides.
      """,
    examples: [
      Example("qix auth otp request --phone +491701234567", "who is it"),
      Example("qix auth otp request --phone - --user shop-4711 < number.txt", "to prove the number of a user"),
      Example("qix auth otp request --email anna@example.com --user shop-4711 --quiet", "the request's id alone"),
      Example("qix auth otp request --consent phone --user shop-4711", "may the number be changed?"),
    ],
    answer: "auth.otp-request/1: to text, sender? text, user id?, request? id, expires? time", effect: .changes,
    givenByCustomers: ["phone", "email", "consent"])

  @Option("phone", .text, placeholder: "NUMBER", "The phone number; - reads it from standard input")
  private var phone: String?
  @Option("email", .text, placeholder: "ADDRESS", "The email address; - reads it from standard input")
  private var email: String?
  @Option(
    "user", .user, placeholder: "USER", "Whose number or address it is to be; without it the code says who the user is")
  private var user: String?
  @Option(
    "consent", .choice([ProfileField.phone, .email], named: \.rawValue), placeholder: "CHANNEL",
    "Ask --user for consent to a change, at the phone number or email address that they have proved")
  private var consent: ProfileField?
  @Option(
    "via", .choice(of: SenderName.self), placeholder: "SENDER", "command, smtp or http; else the one that is set")
  private var via: SenderName?
  @Option(
    "caller", .text, placeholder: "TEXT",
    "Who asks, such as an IP address or a device, for the limits; not kept as it is")
  private var caller: String?

  func check() throws {
    guard [$phone, $email, $consent].count(where: \.isGiven) == 1 else {
      throw UsageError("give either --phone, --email or --consent")
    }
    guard consent == nil || user != nil else {
      throw UsageError("--consent needs --user", hint: "Say whose consent it is.")
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
    var document = Document("auth.otp-request/1")
    if !context.isDryRun {
      document.primary = "\(request.id)"
      document.field("request", .identifier(request.id))
      document.field("expires", .timestamp(request.expires))
    }
    document.field("to", .personal(recipient, channel == .phone ? .phone : .email))
    // By what means an operator sends is nothing to a customer.
    if !context.principal.isCustomer { document.field("sender", .text(delivery.sender.rawValue)) }
    document.field("user", .identifier(found))
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
          "user \(user) has no proved \(consent.label) to ask for consent at",
          hint: """
            Ask the user: `qix auth otp request --consent phone --user USER`, `qix auth otp verify OTP`, then give \
            --consent OTP. If they have lost number and address, an operator gives the new one with `qix user set` and \
            --reason, and a second person approves that.
            """,
          forUser: "you have proved no \(consent.label) to which a code could go")
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
