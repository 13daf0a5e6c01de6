import QixFormats
import QixTesting

/// A browser with a page of this site: it keeps the cookies that it is given.
struct Browser {
  let server: RunningServer
  /// What the page sends with each request; the first also where it reads.
  let page: [String]
  var cookies: [String: String] = [:]

  init(_ server: RunningServer, _ page: [String]) { (self.server, self.page) = (server, page) }

  private var field: [String] {
    cookies.isEmpty ? [] : ["Cookie: \(cookies.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: "; "))"]
  }

  mutating func post(_ path: String, _ body: JSONValue) throws -> RunningServer.Reply {
    let reply = try server.request("POST", path, page + field, body: body.text())
    for line in reply.head where line.lowercased().hasPrefix("set-cookie:") {
      let pair = line.dropFirst("set-cookie: ".count).prefix { $0 != ";" }.split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      cookies[String(pair[0])] = pair[1].isEmpty ? nil : String(pair[1])
    }
    return reply
  }

  func get(_ path: String) throws -> RunningServer.Reply { try server.get(path, page.prefix(1) + field) }
}

extension TestIssuer.Return {
  /// What the page sends on of it.
  var answer: JSONValue { ["code": .string(code), "state": .string(state), "iss": .string(issuer)] }
}
