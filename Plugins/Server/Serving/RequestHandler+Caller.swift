internal import IdentityContract
internal import QixHTTP
internal import QixModule
internal import StaffContract

/// Who asks.
extension RequestHandler {
  static func noToken() -> Problem {
    Problem(
      401, "http.no-token", "the request has no token", hint: "Send it as `Authorization: Bearer TOKEN`.",
      ["WWW-Authenticate": "Bearer"])
  }

  /// Returns who stands behind a request.
  /// - Parameters:
  ///   - offer: what is asked for; nil for what no customer gets.
  ///   - isCounted: false for another look at a request that counts by itself.
  /// - Throws: `Problem` of 401 without a good token or session, of 429 after too many bad ones from the same address, or
  ///   too many requests without one.
  func principal(
    _ head: HTTPHead, _ offer: Offer?, _ context: Context, isCounted: Bool = true
  ) throws -> Principal {
    let place = Caller.place(head, proxies: trust.proxies)
    do {
      var principal = try named(head, offer, context, isUse: isCounted)
      principal.place = place
      // One tap in a mail comes from the mailbox's provider, as do the taps of many others.
      let isCounted = isCounted && !(offer?.isOneTap ?? false)
      if isCounted, principal.role == .guest, let seconds = strangers.next(place) {
        throw Problem(
          429, "http.too-many-requests", "too many requests without a session from this address",
          strangers.fields(of: place, wait: seconds))
      }
      return principal
    } catch let error as any Diagnosable where error.category == .notAllowed && error.code != "sessions.no-guests" {
      // A good token is never kept waiting for others' bad ones, which may come through the same proxy.
      if isCounted, let seconds = attempts.next(place) {
        throw tooManyAttempts(place, seconds)
      }
      var problem = Problem(
        ErrorReport(Failure(error.code, error.category, error.forUser ?? error.sentence)), wording)
      problem.status = 401
      throw problem
    }
  }

  func tooManyAttempts(_ place: String, _ seconds: Int) -> Problem {
    Problem(
      429, "http.too-many-attempts", "too many invalid tokens from this address",
      attempts.fields(of: place, wait: seconds))
  }

  /// Counts a customer's change, whatever comes of it.
  /// - Returns: how many are left, for the answer.
  /// - Throws: `Problem` of 429 where too many came.
  func countChange(_ request: Request, by principal: Principal) throws -> HTTPFields {
    guard request.offer.declaration.effect != .reads, let user = principal.user.map({ "\($0)" }) else { return [:] }
    let seconds = request.isCounted.value ? nil : changes.next(user)
    request.isCounted.value = true
    let fields = changes.fields(of: user, wait: seconds)
    guard seconds == nil else {
      throw Problem(429, "http.too-many-changes", "you sent too many requests within a minute", fields)
    }
    return fields
  }

  private func named(_ head: HTTPHead, _ offer: Offer?, _ context: Context, isUse: Bool) throws -> Principal {
    switch Caller.credential(head.fields) {
    case .bearer(let token) where token.hasPrefix(SessionCookie.customer.prefix):
      return try session(token, context)
    case .bearer(let token) where token.hasPrefix(SessionCookie.staff.prefix):
      throw Problem(401, "http.staff-bearer", "a session of staff is taken from the cookie of its page only")
    case .cookie(let token, .customer):
      try requireOfSite(head, offer, trust.origins)
      return try session(token, context)
    case .cookie(let token, .staff):
      // No other site may use the pages of staff, whatever it may read as a shop.
      try requireOfSite(head, offer, [])
      guard let sessions = try context.service(ifProvided: Staff.sessions) else {
        throw Problem(401, "sessions.none", "this server accepts no sessions")
      }
      return try sessions.principal(presenting: token, isUse: isUse, in: context)
    case .bearer(let token):
      guard let authenticator else { throw Problem(401, "access.no-tokens", "this server accepts no tokens") }
      return try Array(token.utf8).withUnsafeBytes {
        try authenticator.principal(presenting: $0, from: "Authorization", in: context)
      }
    case .none:
      if let offer, offer.isForGuests, offer.declaration.needsNoRight {
        // It may set the cookie of staff: else another site's page could sign a browser in as whom it likes.
        if SessionCookie.counting(for: head.fields) == .staff { try requireOfSite(head, offer, []) }
        return .guest
      }
      guard let offer, offer.isForGuests, let sessions = try context.service(ifProvided: Users.sessions) else {
        throw Self.noToken()
      }
      return try sessions.guest(in: context)
    case .unknown:
      throw Problem(401, "http.no-token", "send one session cookie, or one `Authorization: Bearer`")
    }
  }

  /// - Throws: `Problem` where a change doesn't come from a page of this site.
  private func requireOfSite(_ head: HTTPHead, _ offer: Offer?, _ origins: [String]) throws {
    guard offer?.address.method != "GET", !Caller.isOfSite(head.fields, origins: origins) else { return }
    throw Problem(
      403, "http.origin", "a change with a cookie must come from a page of this site",
      hint:
        """
        Origin must be https:// and this host, or one of server.origins. An app sends the session as \
        `Authorization: Bearer`.
        """
    )
  }

  private func session(_ token: String, _ context: Context) throws -> Principal {
    guard let sessions = try context.service(ifProvided: Users.sessions) else {
      throw Problem(401, "sessions.none", "this server accepts no sessions")
    }
    return try sessions.principal(presenting: token, in: context)
  }
}
