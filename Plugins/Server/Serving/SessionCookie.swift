internal import QixFormats
internal import QixHTTP
internal import QixModule

/// The session of a page: a cookie that no script reads. Customers have one and staff another, so that one browser can
/// have both; of each request one of them counts.
enum SessionCookie: Sendable, Equatable {
  case customer, staff

  /// Of this host alone, over TLS alone (RFC 6265bis, 4.1.3.2).
  var name: String { self == .customer ? "__Host-qix" : "__Host-qix-staff" }
  /// What the text of each of its sessions begins with.
  var prefix: String { self == .customer ? "qix_user_" : "qix_staff_" }

  /// The field by which pages of staff say what they are. Scripts of other sites can't send it: a browser would ask before
  /// (Fetch §3.2), and is told no.
  static let face = "Qix-Face"

  /// The one that counts for a request, and the other one doesn't.
  static func counting(for fields: HTTPFields) -> SessionCookie {
    fields.count(of: face) == 1 && fields[face] == "console" ? .staff : .customer
  }

  private static let attributes = "Path=/; Secure; HttpOnly; SameSite=Strict"

  /// Takes the cookie away.
  var none: String { "\(name)=; Max-Age=0; \(Self.attributes)" }

  private func field(_ token: String) -> String {
    // A customer's for as long as browsers keep one (RFC 6265bis, 5.5), that of staff until the browser is closed. The
    // session may end before.
    "\(name)=\(token); \(self == .customer ? "Max-Age=34560000; " : "")\(Self.attributes)"
  }

  /// Whether a customer's page asks for a cookie: by `Prefer: session=cookie` (RFC 7240), or by a cookie that it has.
  static func isKept(by fields: HTTPFields) -> Bool {
    Caller.credential(fields).cookie == .customer || fields.list("Prefer").contains("session=cookie")
  }

  /// Moves the token of an answer into a cookie, if that is asked for: no script of the page comes by a token then.
  static func put(into response: inout HTTPResponse, asking fields: HTTPFields) {
    guard let value = try? JSONValue(parsing: response.body), var object = value.object,
      let token = object["token"]?.string
    else { return }
    if token.hasPrefix(customer.prefix), isKept(by: fields) {
      response.fields.add("Set-Cookie", customer.field(token))
      if Caller.credential(fields).cookie != .customer {
        response.fields.add("Preference-Applied", "session=cookie")
      }
    } else if token.hasPrefix(staff.prefix), counting(for: fields) == .staff {
      response.fields.add("Set-Cookie", staff.field(token))
    } else {
      return
    }
    object["token"] = .null
    response.body = JSONValue.object(object).serialized()
  }
}
