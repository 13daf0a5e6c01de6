internal import IdentityContract
internal import QixHTTP
internal import QixModule

/// Idempotency keys of requests.
extension RequestHandler {
  /// Gives the command its idempotency key, or finds out under which the server keeps the answer.
  /// - Throws: `Problem` where the command needs one.
  func key(
    of request: Request, _ principal: Principal, _ values: inout RequestValues
  ) throws -> KeyedRequest? {
    let declaration = request.offer.declaration
    if case .lines = request.type { return nil }
    let key = request.fields["Idempotency-Key"]
    guard request.fields.count(of: "Idempotency-Key") <= 1 else {
      throw Problem(400, "http.given-twice", "Idempotency-Key is given twice", hint: "Send one Idempotency-Key.")
    }
    // Bytes that are no UTF-8 are U+FFFD by now, whichever they were: two keys would be one.
    guard !(key?.unicodeScalars.contains("\u{FFFD}") ?? false) else {
      throw Problem(
        400, "http.key-encoding", "the idempotency key isn't UTF-8",
        hint: "Write it in ASCII letters and digits, such as order-981.")
    }
    guard declaration.effect == .changes else { return nil }
    if values.takesKey {
      // A dry run says what the request would do, which under a known key is nothing; it may come without one.
      if let key { try values.give(key: key) }
      guard values.hasKey || values.isDryRun else {
        throw Problem(
          400, "http.key-missing", "this request needs an idempotency key",
          hint: "Send an Idempotency-Key. Send the same one again if you got no answer.")
      }
      return nil
    }
    guard !values.isDryRun else { return nil }
    // Strangers have one name: each address has keys of its own.
    let asker = principal.role == .guest ? "\(principal.name)@\(principal.place ?? "")" : principal.name
    return try key.map { try KeyedRequest($0, of: request, form: values.formDigest, by: asker) }
  }

  /// Among whose keys a customer's key is meant. Who has signed in since they used it was another user then, and gets the
  /// answer of that time: nothing is paid twice for want of an answer.
  static func keyOwner(of key: String, _ principal: Principal, _ seat: Context) throws -> UserID? {
    guard let user = principal.user else { return nil }
    let directory = try seat.service(Users.directory)
    return try seat.database.read { connection in
      try directory.former(of: user, in: connection).first { former in
        try seat.registry.remembers(IdempotencyKey.ofCustomer(former, key), in: connection)
      }
    }
  }
}
