internal import QixCommands
internal import QixDefinitions

/// The link of an action: a part of the app, or an https address elsewhere.
enum CardLink {
  /// What is led to by its name: `campaign/harvest`.
  private static let named = ["campaign", "reward", "voucher", "referral", "card"]
  /// Parts of the app that there is one of.
  private static let parts = ["wallet", "rewards", "shake", "me"]
  /// What may follow: where the link hangs.
  private static let parameters = ["session", "place"]
  static let most = 2_000

  static let remedy =
    "write what it leads to, such as campaign/harvest, reward/coffee or wallet, or an address that begins with https://"

  /// The problem with a text that is no link, as a clause.
  struct Problem: Error, Equatable {
    let clause: String
  }

  /// Reads any form of a link, and returns its shortest: `web+qix:wallet` is `wallet`.
  static func read(_ text: String) throws(Problem) -> String {
    if text.lowercased().hasPrefix("https://") {
      if let problem = HTTPSAddress.problem(with: text) { throw Problem(clause: problem) }
      return text
    }
    var rest = text[...]
    var isBrands = false
    for (scheme, mayNameBrands) in [("web+qix:", false), ("qix:", true)] where rest.hasPrefix(scheme) {
      rest = rest.dropFirst(scheme.utf8.count)
      if rest.hasPrefix("//") { rest = rest.dropFirst(2) }
      isBrands = mayNameBrands
      break
    }
    let halves = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let place = try place(String(halves[0]), isBrands: isBrands)
    guard halves.count == 2 else { return place }
    try check(query: halves[1])
    return "\(place)?\(halves[1])"
  }

  /// - Parameter isBrands: whether BRAND/CAMPAIGN leads to the campaign, as in `qix://alba/harvest`.
  private static func place(_ path: String, isBrands: Bool) throws(Problem) -> String {
    let steps = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard (1...2).contains(steps.count), steps.allSatisfy(isWord) else {
      throw Problem(clause: "\(FieldKind.quoted(path) ?? "it") is no part of the app")
    }
    let kind = steps[0]
    if steps.count == 2 {
      if named.contains(kind) { return path }
      if isBrands, !parts.contains(kind) { return "campaign/\(steps[1])" }
    } else if parts.contains(kind) {
      return path
    }
    if steps.count == 1, named.contains(kind) { throw Problem(clause: "it names no \(kind)") }
    let known = steps.count == 1 ? parts + named : named
    throw Problem(clause: "the app has no '\(kind)'\(Suggestion.clause(for: kind, among: known))")
  }

  private static func check(query: Substring) throws(Problem) {
    for pair in query.split(separator: "&", omittingEmptySubsequences: false) {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2, parameters.contains(String(sides[0])), !sides[1].isEmpty,
        sides[1].utf8.allSatisfy({ isPlain($0) || $0 == UInt8(ascii: "%") })
      else {
        throw Problem(clause: "only \(parameters.joined(separator: "= and "))= may follow a question mark")
      }
    }
  }

  /// Whether it can be a name. One that begins with a full stop could lead elsewhere: `..`.
  private static func isWord(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count) && text.utf8.allSatisfy(isPlain) && !text.hasPrefix(".")
  }

  /// An unreserved character (RFC 3986 §2.3).
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: "-._~".utf8.contains(byte)
    }
  }
}
