package import QixKernel

/// A link into the app: the thing that it leads to, and where the poster hangs that has it.
package struct Link: Sendable, Equatable {
  /// The first part: `campaign`.
  package let kind: String
  /// The name of the thing; empty for a kind that is one page.
  package let name: String
  /// The parts as they were written: of `qix://acme/summer`, which is a campaign, the brand and the name.
  package let path: [String]
  package var session: String?
  package var place: String?

  /// The link in the form in which shakes and directives take it: `qix://campaign/summer`.
  package var text: String { "qix://\(path.joined(separator: "/"))" }

  /// The path and the query of its web address, below the server's: `/open/campaign/summer?place=north`.
  package var address: String { "/open/\(path.joined(separator: "/"))\(query)" }

  /// The question mark and what follows it; empty where nothing does.
  package var query: String {
    let values = [("session", session), ("place", place)].compactMap { name, value in
      value.map { "\(name)=\($0.percentEncoded)" }
    }
    return values.isEmpty ? "" : "?\(values.joined(separator: "&"))"
  }

  /// Whether a text can be the session or place of a shake.
  package static func isPlain(_ text: String) -> Bool {
    (1...200).contains(text.unicodeScalars.count)
      && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
  }
}

/// Why a text is not a link into the app.
package enum LinkFault: Error, Equatable {
  /// It leads to another place: `https://shop.example`.
  case elsewhere
  case malformed(Sentence)
}

/// The kinds of links of all modules in force.
package struct Links: Sendable {
  /// The kinds, sorted by name.
  package let kinds: [LinkKind]

  package init(_ registry: Registry) {
    kinds = registry.modules.compactMap { $0 as? any LinkProviding.Type }.flatMap { $0.links }
      .sorted { $0.name < $1.name }
  }

  package subscript(name: String) -> LinkKind? { kinds.first { $0.name == name } }

  /// All that can be written, for help: `campaign/NAME, me, wallet`.
  package var forms: String { kinds.map(\.form).joined(separator: ", ") }

  /// Bytes of a link.
  private static let most = 2_000
  /// The kind of a link that begins with a brand: `qix://acme/summer`.
  private static let ofBrands = "campaign"

  /// Reads a link in any of its forms: `campaign/summer`, `qix://campaign/summer`, `qix://acme/summer`,
  /// `web+qix:campaign/summer`, or `https://HOST/open/campaign/summer`.
  /// - Parameter origin: the app's own `https://HOST`, in small letters; nil where it isn't known, and every web
  ///   address leads elsewhere.
  package func link(_ text: String, origin: String?) throws(LinkFault) -> Link {
    guard text.utf8.count <= Self.most else { throw .malformed("it is longer than \(Self.most) characters") }
    guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }) else {
      throw .malformed("it holds a blank or another character that links don't have")
    }
    let whole = try Self.path(of: text, origin).prefix { $0 != "#" }
    let front = whole.prefix { $0 != "?" }
    var parts = front.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    if parts.count > 1, parts.last == "" { parts.removeLast() }
    guard parts.allSatisfy({ $0 != "." && $0 != ".." && !$0.isEmpty && $0.utf8.allSatisfy(\.isUnreserved) }) else {
      throw .malformed("its parts are made of letters, digits and '-', '.', '_', '~'")
    }
    var link = try link(parts)
    for (name, value) in try Self.members(of: whole.dropFirst(front.count + 1)) {
      switch name {
      case "session": link.session = value
      case "place": link.place = value
      default: break
      }
    }
    return link
  }

  private func link(_ parts: [String]) throws(LinkFault) -> Link {
    let first = parts[0]
    guard let kind = self[first] else {
      guard parts.count > 1, let name = parts.last, self[Self.ofBrands] != nil else {
        throw .malformed("'\(first)' is not a kind of link; there are \(forms)")
      }
      return Link(kind: Self.ofBrands, name: name, path: parts)
    }
    guard parts.count == (kind.argument == nil ? 1 : 2) else {
      throw .malformed("a link of this kind is written '\(kind.form)'")
    }
    return Link(kind: first, name: kind.argument == nil ? "" : parts[1], path: parts)
  }

  /// The parts and the query, without the scheme and the host.
  private static func path(of text: String, _ origin: String?) throws(LinkFault) -> Substring {
    let mark = text.firstIndex { ":/?#".contains($0) }
    guard let mark, text[mark] == ":" else {
      guard text.hasPrefix("/") else { return text[...] }
      guard text.hasPrefix("/open/") else { throw .elsewhere }
      return text.dropFirst("/open/".count)
    }
    let rest = text[text.index(after: mark)...]
    switch text[..<mark].lowercased() {
    case "qix" where rest.hasPrefix("//"): return rest.dropFirst(2)
    case "web+qix": return rest.hasPrefix("//") ? rest.dropFirst(2) : rest
    default:
      guard let front = origin.map({ "\($0)/open/" }), text.prefix(front.count).lowercased() == front else {
        throw .elsewhere
      }
      return text.dropFirst(front.count)
    }
  }

  /// The values of a query that say where a poster hangs: others are for other readers.
  private static func members(of query: Substring) throws(LinkFault) -> [(name: String, value: String)] {
    var members: [(name: String, value: String)] = []
    for member in query.split(separator: "&") {
      let name = String(member.prefix { $0 != "=" })
      guard ["session", "place"].contains(name) else { continue }
      guard let value = String(percentEncoded: member.dropFirst(name.count + 1)), Link.isPlain(value),
        !members.contains(where: { $0.name == name })
      else {
        throw .malformed("'\(name)' is a text of 1 to 200 characters, percent-encoded, and is given once")
      }
      members.append((name, value))
    }
    return members
  }
}

extension String {
  /// The text in a query (RFC 3986 §2.1): all but unreserved characters are percent-encoded.
  package var percentEncoded: String {
    utf8.reduce(into: "") { text, byte in
      if byte.isUnreserved {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        text += digits.count < 2 ? "%0\(digits)" : "%\(digits)"
      }
    }
  }

  /// - Returns: nil for a percent sign without two hexadecimal digits, or what isn't UTF-8.
  fileprivate init?(percentEncoded text: Substring) {
    var (bytes, rest) = ([UInt8](), text.utf8)
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "%"):
        guard rest.count > 1, let value = UInt8(hexadecimal: rest.prefix(2)) else { return nil }
        bytes.append(value)
        rest = rest.dropFirst(2)
      case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
      default: bytes.append(byte)
      }
    }
    self.init(validating: bytes, as: UTF8.self)
  }
}

extension UInt8 {
  /// Whether it stands for itself in every part of an address (RFC 3986 §2.3).
  fileprivate var isUnreserved: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }

  /// - Parameter digits: two; a sign is none.
  fileprivate init?(hexadecimal digits: Substring.UTF8View) {
    guard digits.first != UInt8(ascii: "+"), let value = UInt8(Substring(digits), radix: 16) else { return nil }
    self = value
  }
}
