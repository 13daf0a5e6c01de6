internal import QixKernel

/// Origins of web pages in settings: a scheme, a host, and a port that isn't the scheme's own (RFC 6454 §6.2).
package enum WebOrigin {
  /// Whether a text is one as browsers write it: `https://qix.example`.
  /// - Parameter allowsHTTP: whether it may be of another machine than this one over HTTP.
  package static func isWellFormed(_ text: String, allowsHTTP: Bool = false) -> Bool {
    guard let scheme = ["https://", "http://"].first(where: text.hasPrefix) else { return false }
    let host = text.dropFirst(scheme.count)
    let isLocal = ["localhost", "127.0.0.1"].contains { host == $0 || host.hasPrefix("\($0):") }
    let ownPort = scheme == "https://" ? ":443" : ":80"
    return (scheme == "https://" || allowsHTTP || isLocal)
      && !host.isEmpty && host.first != ":" && host.last != ":" && !host.hasSuffix(ownPort)
      && host.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || ".-_:[]".contains($0)) }
  }

  /// Makes sure that a text is an origin over HTTPS, or one of this machine.
  package static func check(_ text: String) throws(SettingError) {
    guard isWellFormed(text) else {
      throw SettingError("it must be https:// and a host", hint: "Write the host in small letters, without a slash.")
    }
  }

  /// A setting of one origin; empty for none.
  package static func setting(_ name: String, _ summary: String) -> Setting<String?> {
    Setting(name, .address, summary, placeholder: "ORIGIN", default: "") { text throws(SettingError) in
      if text.isEmpty { return nil }
      try check(text)
      return text
    }
  }
}
