internal import QixFormats
internal import QixHTTP
internal import QixModule

/// What a browser keeps while a person signs in at a provider, so that nobody else can finish it. It is sealed, and the
/// provider's page leads back with it: `SameSite=Lax`.
enum SignInCookie {
  private static let name = "__Host-qix-signin"
  private static let prefix = "qix_signin_"
  private static let attributes = "Path=/; Secure; HttpOnly; SameSite=Lax"

  /// Nil where there is none, or more than one.
  static func value(_ fields: HTTPFields) -> String? {
    let values = Caller.cookies(name, of: fields)
    return values.count == 1 ? String(values[0]) : nil
  }

  /// Moves the request of an answer into the cookie, for pages. It is taken away once somebody is signed in.
  static func put(into response: inout HTTPResponse, asking fields: HTTPFields) {
    guard SessionCookie.counting(for: fields) == .staff || SessionCookie.isKept(by: fields) else { return }
    let signsIn = response.fields["Set-Cookie"] != nil
    if signsIn, value(fields) != nil { response.fields.add("Set-Cookie", "\(name)=; Max-Age=0; \(attributes)") }
    guard let json = try? JSONValue(parsing: response.body), var object = json.object,
      let request = object["request"]?.string, request.hasPrefix(prefix)
    else { return }
    response.fields.add("Set-Cookie", "\(name)=\(request); Max-Age=600; \(attributes)")
    object["request"] = .null
    response.body = JSONValue.object(object).serialized()
  }
}
