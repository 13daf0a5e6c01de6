internal import QixKernel

/// Origins of web pages in settings: a scheme, a host, and a port that isn't the scheme's own (RFC 6454 §6.2).
package enum WebOrigin {
  /// Makes sure that a text is one as browsers write it: `https://qix.example`. This machine's may come over HTTP.
  package static func check(_ text: String) throws(SettingError) {
    let isLocal = ["http://localhost", "http://127.0.0.1"].contains { text == $0 || text.hasPrefix("\($0):") }
    let host = text.drop { $0 != "/" }.dropFirst(2)
    guard text.hasPrefix("https://") || isLocal, !host.isEmpty, !host.hasSuffix(":443"),
      host.allSatisfy({ $0.isASCII && ($0.isLowercase || $0.isNumber || ".-:[]".contains($0)) })
    else {
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
