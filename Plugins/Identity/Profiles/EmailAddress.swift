internal import IdentityContract
internal import QixModule

/// Brings email addresses into the one form in which they are kept and found.
///
/// An email address, in the part of RFC 5321 §4.1.2 that mail systems use: an atom with dots before the @ (no quoted
/// strings, no comments), a host name of two labels at least behind it. Letters beyond ASCII are left as they are on
/// both sides (RFC 6531). The case of ASCII letters is kept before the @, where RFC 5321 §2.4 lets the receiving host
/// mind it. Finding minds neither (`found`). Whether the address exists only a message can tell.
enum EmailAddress {
  static func normalised(_ typed: String) throws(UserError) -> String {
    func refuse(_ problem: Sentence) -> UserError { .malformedField(.email, problem: problem) }
    // A keyboard that is set to wide characters makes the signs between the parts wide too.
    let isNarrow = typed.contains("@") && typed.split(separator: "@").last?.contains(".") == true
    let text = isNarrow ? typed : narrow(typed)
    guard text.utf8.count <= 254 else {
      throw refuse(.keyed("identity.field-malformed.email-long", "it is longer than 254 bytes"))
    }
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw refuse(.keyed("identity.field-malformed.email-at", "it must have one @")) }
    let (local, domain) = (parts[0], parts[1])
    guard (1...64).contains(local.utf8.count) else {
      throw refuse(
        .keyed("identity.field-malformed.email-local-length", "the part before the @ must be 1 to 64 bytes long"))
    }
    guard local.split(separator: ".", omittingEmptySubsequences: false).allSatisfy({ !$0.isEmpty }) else {
      throw refuse(
        .keyed("identity.field-malformed.email-dots", "before the @, a dot is at an end or next to another dot"))
    }
    guard local.unicodeScalars.allSatisfy(isAtomic) else {
      throw refuse(.keyed("identity.field-malformed.email-character", "a character before the @ is not allowed there"))
    }
    // Full stops of other scripts part labels, too (RFC 3490 §3.1), so that none can be put behind a name.
    let labels = domain.split(omittingEmptySubsequences: false) { ".。．｡".contains($0) }
    guard labels.count >= 2 else {
      throw refuse(.keyed("identity.field-malformed.email-domain-dot", "the domain has no dot"))
    }
    for label in labels {
      guard (1...63).contains(label.utf8.count), label.first != "-", label.last != "-",
        isHostLabel(label)
      else { throw refuse(.keyed("identity.field-malformed.email-domain", "the domain is not a host's name")) }
    }
    guard labels.last?.unicodeScalars.allSatisfy({ ("0"..."9").contains($0) }) == false else {
      throw refuse(.keyed("identity.field-malformed.email-domain-number", "the domain ends in a number"))
    }
    return "\(local)@\(asciiLowercased(domain))"
  }

  static func asciiLowercased(_ text: Substring) -> String {
    String(decoding: text.utf8.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }, as: UTF8.self)
  }

  /// RFC 5322 §3.2.3, atext, and what RFC 6531 adds.
  private static func isAtomic(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", ".": true
    case "!", "#", "$", "%", "&", "'", "*", "+", "-", "/", "=", "?", "^", "_", "`", "{", "|", "}", "~": true
    default: isBeyondASCII(scalar)
    }
  }

  private static func isHostLabel(_ label: Substring) -> Bool {
    var before: Unicode.Scalar?
    return label.unicodeScalars.allSatisfy { scalar in
      defer { before = scalar }
      // Joiners are seen in Arabic and Indic scripts alone (RFC 5892, appendix A.1 and A.2).
      if scalar.value == 0x200C || scalar.value == 0x200D { return before.map { $0.value >= 0x600 } ?? false }
      return isOfHost(scalar)
    }
  }

  private static func isOfHost(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "-": true
    default: isBeyondASCII(scalar) && !isCompatible(scalar)
    }
  }

  /// Whether a scalar is another way to write plain ones, such as ⓜ for m: mail systems map it away (UTS #46), so that it
  /// would make another address of the same mailbox. Wide forms are mapped here, too.
  private static func isCompatible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x212A, 0x212B, 0xFF00...0xFFEF: return false
    case 0x2100...0x214F, 0x2460...0x24FF, 0x1D400...0x1D7FF, 0x1F100...0x1F1FF: return true
    default:
      let properties = scalar.properties
      return properties.changesWhenNFKCCaseFolded && !properties.changesWhenCaseFolded
        && !properties.changesWhenLowercased
    }
  }

  private static func isBeyondASCII(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value > 0xA0 && PlainText.isVisible(scalar) && !scalar.properties.isWhitespace
      && !scalar.properties.isDefaultIgnorableCodePoint
  }
}
