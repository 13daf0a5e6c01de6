internal import QixFormats
internal import QixHTTP
internal import QixModule

/// The session of a page: a cookie that no script reads, for clients that ask by `Prefer: session=cookie` (RFC 7240).
enum SessionCookie {
  private static let attributes = "Path=/; Secure; HttpOnly; SameSite=Strict"

  /// Takes the cookie away.
  static let none = "\(Caller.cookie)=; Max-Age=0; \(attributes)"

  /// Moves the token of an answer into a cookie, where it is asked for, or a cookie has asked: no script of the page comes
  /// by a token then.
  static func put(into response: inout HTTPResponse, asking fields: HTTPFields) {
    let asksByCookie = if case .cookie = Caller.credential(fields) { true } else { false }
    guard asksByCookie || fields.list("Prefer").contains("session=cookie"),
      let value = try? JSONValue(parsing: response.body),
      var object = value.object, let token = object["token"]?.string
    else { return }
    // As long as browsers keep one (RFC 6265bis, 5.5); the session may end before.
    response.fields.add("Set-Cookie", "\(Caller.cookie)=\(token); Max-Age=34560000; \(attributes)")
    if !asksByCookie { response.fields.add("Preference-Applied", "session=cookie") }
    object["token"] = .null
    response.body = JSONValue.object(object).serialized()
  }
}
