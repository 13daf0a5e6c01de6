internal import IdentityContract
internal import QixModule

/// The public name of a user: ASCII, so that it can be typed, read aloud and compared everywhere. Accents are for the
/// display name.
struct Username: Sendable, Equatable {
  let text: String

  /// - Throws: `UserError.malformedUsername`, with a sentence that doesn't repeat the name.
  init(_ text: String) throws(UserError) {
    guard (3...30).contains(text.utf8.count) else {
      throw .malformedUsername(
        problem: .keyed("identity.username-malformed.length", "it must have 3 to 30 characters"))
    }
    var wasSeparator = true
    for (index, byte) in text.utf8.enumerated() {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): wasSeparator = false
      case UInt8(ascii: "0")...UInt8(ascii: "9") where index > 0: wasSeparator = false
      case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
        guard !wasSeparator else { throw Self.separated }
        wasSeparator = true
      default:
        throw .malformedUsername(
          problem: index == 0
            ? .keyed("identity.username-malformed.first", "it must begin with a letter")
            : .keyed("identity.username-malformed.characters", "it has other characters than letters and digits"))
      }
    }
    guard !wasSeparator else { throw Self.separated }
    self.text = text
    guard !Self.reserved.contains(likeness), !likeness.hasPrefix("usr") else {
      throw .malformedUsername(problem: .keyed("identity.username-malformed.reserved", "it is reserved"))
    }
  }

  private static let separated = UserError.malformedUsername(
    problem: .keyed("identity.username-malformed.separators", "- _ . stand only between letters or digits"))

  /// The name with what looks alike made equal: two users never have the same likeness.
  var likeness: String { Self.likeness(of: text) }

  /// Capitals, what stands between, and letters that are taken for one another (in the spirit of UTS #39's skeletons).
  static func likeness(of text: String) -> String {
    var folded: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."): continue
      case UInt8(ascii: "0"): folded.append(UInt8(ascii: "o"))
      case UInt8(ascii: "1"), UInt8(ascii: "i"), UInt8(ascii: "I"): folded.append(UInt8(ascii: "l"))
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): folded.append(byte + 0x20)
      default: folded.append(byte)
      }
    }
    return String(decoding: folded, as: UTF8.self).replacing(pair: "rn", with: "m").replacing(pair: "vv", with: "w")
  }

  /// Names that could pass for the house itself.
  private static let reserved: Set<String> = Set(
    [
      "admin", "administrator", "anonymous", "api", "auditor", "bank", "budget", "cashier", "coins", "everyone",
      "expired", "guest", "help", "helpdesk", "info", "integrator", "issuer", "mail", "me", "moderator", "nobody",
      "null", "official", "operator", "owner", "postmaster", "qix", "redeemed", "root", "security", "service", "staff",
      "superuser", "support", "sysadmin", "system", "team", "undefined", "user", "vault", "webmaster", "www", "you",
    ].map(likeness))
}

extension String {
  /// Two letters that look like one, made that one.
  fileprivate func replacing(pair: String, with one: Character) -> String {
    var result = ""
    var rest = self[...]
    while !rest.isEmpty {
      if rest.hasPrefix(pair) {
        result.append(one)
        rest = rest.dropFirst(pair.count)
      } else {
        result.append(rest.removeFirst())
      }
    }
    return result
  }
}
