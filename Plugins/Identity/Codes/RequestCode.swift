internal import IdentityContract
internal import MessagesContract
internal import QixKernel
internal import QixPhone
internal import QixStorage
internal import QixTerminal

/// `qix auth otp request`
struct RequestCode: OldCommand {
  private static let phone = OldOption(
    "phone", .text, placeholder: "NUMBER", "The phone number; - reads it from standard input")
  private static let email = OldOption(
    "email", .text, placeholder: "ADDRESS", "The email address; - reads it from standard input")
  private static let user = OldOption(
    "user", .text, placeholder: "USER", "Whose number or address it is to be; without it the code says who somebody is")
  private static let consent = OldOption(
    "consent", .choice(["phone", "email"]), placeholder: "CHANNEL",
    "Ask --user for consent to a change, at the phone number or email address that they have proved")
  private static let via = OldOption(
    "via", .choice(of: SenderName.self), placeholder: "SENDER", "command, smtp or http; else the one that is set")
  private static let caller = OldOption(
    "caller", .text, placeholder: "TEXT",
    "Who asks, such as an IP address or a device, for the limits; not kept as it is")

  static let declaration = Declaration(
    "request", "Send a one-time code to a phone number or an email address.",
    roles: [.operator, .integrator, .support],
    discussion: """
      The code has six digits and is good for ten minutes, once, and for this request. With --user the number becomes that \
      user's when the code comes back; without it the answer to the code is who has proved that number before.

      A number that was proved changes with its user's consent: --consent sends a code to what they have proved, without \
      showing it, and `qix auth otp verify`, `qix user set`, `qix user unlink` and `qix user merge` take its request as \
      --consent when the code has come back.

      The answer is the same for a number that is known and one that isn't. How many codes a number, a caller and numbers \
      that begin alike can get is in the settings that begin with 'identity.code-'. Name the caller, if you ask on behalf \
      of others: the limit goes by whoever runs the command otherwise, who has a wider one of their own besides.
      """,
    parameters: [phone, email, user, consent, via, caller],
    examples: [
      Example("qix auth otp request --phone +491701234567", "who is it"),
      Example("qix auth otp request --phone - --user shop-4711 < number.txt", "to prove the number of a user"),
      Example("qix auth otp request --email anna@example.com --user shop-4711 --quiet", "the request's id alone"),
      Example("qix auth otp request --consent phone --user shop-4711", "may the number be changed?"),
    ], effect: .changes)

  private let phone: String?
  private let email: String?
  private let user: String?
  private let consent: ProfileField?
  private let via: SenderName?
  private let caller: String?
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    phone = arguments[Self.phone]
    email = arguments[Self.email]
    consent = arguments[Self.consent].flatMap(ProfileField.init)
    guard [phone, email, consent?.rawValue].count(where: { $0 != nil }) == 1 else {
      throw UsageError("give either --phone, --email or --consent")
    }
    user = arguments[Self.user]
    guard consent == nil || user != nil else {
      throw UsageError("--consent needs --user", hint: "Say whose consent it is.")
    }
    via = arguments[Self.via]
    caller = arguments[Self.caller]
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    let directory = context.userDirectory
    let (rules, region, found) = try context.database.read { connection -> (CodeRules, String?, UserID?) in
      let found = try user.map { try UserNamed.find($0, directory, in: connection).id }
      return (try CodeRules(connection), try connection.value(of: IdentityModule.phoneRegion), found)
    }
    let (channel, recipient) = try recipient(region: region, found, context)
    // Whatever is not set up shows before anything is written down.
    let delivery = try context.service(Messages.sender).prepare(for: channel.message, via: via)
    let requests = CodeRequests(context: context, keys: try CodeKeys.open(context, isDryRun: isDryRun), rules: rules)
    let request = try requests.request(
      CodeWish(
        channel: channel, recipient: recipient, user: found, isForConsent: consent != nil,
        caller: caller ?? context.principal.name,
        principal: context.principal.name),
      by: delivery, reason: reason, isDryRun: isDryRun)
    var document = Document("auth.otp-request/1")
    if !isDryRun {
      document.primary = "\(request.id)"
      document.field("request", "request", .identifier("\(request.id)"))
      document.field("expires", "expires", .timestamp(request.expires))
    }
    document.field("to", "to", .personal(recipient, channel == .phone ? .phone : .email))
    document.field("sender", "sender", .text(delivery.sender.rawValue))
    document.field("user", "user", found.map { .identifier("\($0)") } ?? .missing)
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    context.terminal.note(
      isDryRun ? "Nothing was sent." : "When the code is there: `qix auth otp verify \(request.id)`, which asks for it."
    )
  }

  private func recipient(
    region: String?, _ user: UserID?, _ context: Context
  ) throws -> (CodeChannel, String) {
    if let consent, let user {
      let profiles = try context.openProfiles()
      let contacts = try context.database.read { try profiles.provedContacts(of: user, in: $0) }
      guard let contact = contacts.first(where: { $0.channel.field == consent }) else {
        throw UserError.nothingProved(user, consent)
      }
      return contact
    }
    if let email {
      let address = try PersonalInput.value(email, context.terminal)
      return (.email, try ProfileField.email.normalised(address, today: context.clock.now().date))
    }
    let number = try PhoneNumber(try PersonalInput.value(phone ?? "", context.terminal), region: region)
    guard number.kind != .premium else { throw CodeError.premiumNumber }
    return (.phone, number.e164)
  }
}
