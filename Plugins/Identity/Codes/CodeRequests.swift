internal import IdentityContract
internal import MessagesContract
internal import QixCrypto
internal import QixModule

/// The wish for a code: its recipient, and who asks for it.
struct CodeWish: Sendable {
  let channel: CodeChannel
  /// In E.164, or an address as it is kept.
  let recipient: String
  let user: UserID?
  var isForConsent = false
  /// The caller, by whom limits are counted: an address of the network, a device, a token's name.
  let caller: String
  /// The principal who runs the command, whatever they say of a caller.
  let principal: String
}

/// A request that was written down.
struct CodeRequest: Sendable {
  let id: CodeRequestID
  let expires: Timestamp
}

/// Makes codes and sends them.
///
/// Nothing here looks whether a number belongs to a user: the answer and the time it takes are the same for a number
/// that is known and one that isn't.
struct CodeRequests {
  let context: Context
  let keys: CodeKeys
  let rules: CodeRules

  /// The user whose number or address it is to be; nil for none.
  static func user(of id: CodeRequestID, in connection: Connection) throws -> UserID? {
    try connection.fetchOne("SELECT user FROM identity_codes WHERE id = \(id) AND user IS NOT NULL")
  }

  /// - Throws: `CodeError.tooManySends`, what `delivery` throws, `UserError` for a user who may not act.
  func request(_ wish: CodeWish, by delivery: any MessageDelivery) throws -> CodeRequest {
    var generator = IdentifierGenerator(random: context.random)
    let id: CodeRequestID = generator.next(at: context.clock.now())
    let code = CodeDigits.random(from: context.random)
    let binding = CodeBinding(request: id, channel: wish.channel, user: wish.user)
    // Outside of the transaction, since other processes would wait for it. What it costs (`codeCost`, what OWASP asks
    // for at the least) is bearable for each try, and five tries in ten minutes leave an attacker no time for more.
    let hash = try Argon2id.hash(keys.bind(code, to: binding), random: context.random)
    let request = try context.change("identity.otp-request", subject: "\(id)") { connection, _ in
      try note(wish, id, hash, in: connection)
    }
    if context.isDryRun { return request }
    do {
      try delivery.send(try message(wish, code, request))
    } catch {
      // It is unknown what has arrived; the caller is told that nothing did. It goes on counting as sent.
      try context.database.write(Change("identity.otp-close", subject: "\(id)")) { connection, _ in
        try connection.execute("UPDATE identity_codes SET state = 3, box = NULL WHERE id = \(id) AND state = 1")
      }
      throw error
    }
    return request
  }

  private func note(
    _ wish: CodeWish, _ id: CodeRequestID, _ hash: String, in connection: Connection
  ) throws -> CodeRequest {
    let clock = context.clock.now()
    let now = try SteadyClock.advance(context.clock, in: connection)
    try CodeRemains.purge(now, clock: clock, validity: rules.validity, in: connection)
    if let user = wish.user { try Modes().requireActive(user, in: connection) }
    let recipient = wish.channel.counted(wish.recipient)
    // By who asks: else three requests of strangers would keep the number's owner waiting. All of them together have a
    // wider limit, since each code can be guessed at; staff who ask for themselves get by it, to help an owner whom a crowd
    // has shut out.
    let asked = "\(recipient)\u{0}\(wish.caller)"
    // Who has proved the number there before, or asks for consent with a session of the user whose it is, is counted among
    // such alone: strangers don't shut them out, and have no more guesses for it.
    let isOwn = wish.isForConsent && wish.user != nil && wish.user == context.principal.user
    let isKnown = try isOwn || keys.knows(asked, at: now, in: connection)
    let isStaff =
      [.admin, .operator, .support].contains(context.principal.role) && wish.caller == wish.principal
    let counted: [(limit: CodeLimit, value: String)] =
      [
        (.number, asked), (.numberADay, asked), (.numberOfAll, isKnown ? "\u{0}known\u{0}\(recipient)" : recipient),
        (.caller, wish.caller), (.principal, wish.principal),
      ] + (wish.channel == .phone ? [(.prefix, String(wish.recipient.prefix(1 + rules.prefixDigits)))] : [])
    // By the number, whatever else it counts for, it is found when a user is erased.
    var hashes = [keys.hash(CodeLimit.number.kind, recipient): CodeLimit.number.kind]
    for (limit, value) in counted {
      let hash = keys.hash(limit.kind, value)
      hashes[hash] = limit.kind
      if limit == .numberOfAll, isStaff { continue }
      let most = rules.most(limit)
      guard most > 0 else { throw CodeError.tooManySends(limit, until: nil, now: now) }
      // The last of as many as may be: when it is no longer counted, there is room for another.
      let last: Timestamp? = try connection.fetchOne(
        """
        SELECT made_at FROM identity_code_sends
        WHERE kind = \(limit.kind) AND hash = \(hash) AND made_at > \(now.advanced(byMicroseconds: -limit.window))
          AND made_at <= \(now)
        ORDER BY made_at DESC LIMIT 1 OFFSET \(most - 1)
        """)
      if let last {
        throw CodeError.tooManySends(
          limit, until: SteadyClock.moment(last.advanced(byMicroseconds: limit.window), at: now, by: context.clock),
          now: clock)
      }
    }
    for (hash, kind) in hashes {
      try connection.execute(
        "INSERT INTO identity_code_sends (kind, hash, made_at, code) VALUES (\(kind), \(hash), \(now), \(id))")
    }
    try connection.execute(
      """
      INSERT INTO identity_codes (id, channel, user, box, hash, state, tries, clock_at, made_at, purpose)
      VALUES (\(id), \(wish.channel.rawValue), \(wish.user),
        \(keys.seal(wish.recipient, of: id, random: context.random)), \(hash), 1, 0, \(clock), \(now),
        \(wish.isForConsent ? 2 : 1))
      """)
    return CodeRequest(id: id, expires: clock.advanced(byMicroseconds: rules.validity))
  }

  /// The one place where a code becomes text: a message is text to every sender, and read by one person.
  private func message(
    _ wish: CodeWish, _ code: borrowing SecretBytes, _ request: CodeRequest
  ) throws -> Message {
    let digits = code.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    let text = wish.isForConsent ? rules.consentText : rules.text
    guard let place = text[...].firstRange(of: "{code}") else {
      throw Failure(
        "identity.code-text", .usage, "the text of the message does not contain the code",
        hint: "Put {code} into `identity.code-text`.")
    }
    let minutes = "\(rules.minutes)"
    let filled =
      text[..<place.lowerBound].replacing("{minutes}", with: minutes) + digits
      + text[place.upperBound...].replacing("{minutes}", with: minutes)
    return Message(
      wish.channel.message, to: wish.recipient, subject: rules.subject, text: String(filled), purpose: "one-time-code",
      id: "\(request.id)", expires: request.expires)
  }
}
