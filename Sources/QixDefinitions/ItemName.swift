/// The permanent names of campaigns, rewards, tiers and badges in commands and files.
package enum ItemName {
  /// A budget's name has 64 at most, and a word such as `campaign-` stands before the name in it.
  package static let most = 55

  /// Whether it is 1 to 55 lower-case letters, digits, `-` and `_`, begins with a letter or digit, and can't be taken
  /// for an identifier.
  /// - Parameter prefix: of identifiers of its kind: `cmp`; nil for a kind that has none.
  package static func isWellFormed(_ name: String, prefix: String? = nil) -> Bool {
    func isWord(_ byte: UInt8) -> Bool {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
    guard (1...most).contains(name.utf8.count), let first = name.utf8.first, isWord(first),
      prefix.map({ !name.hasPrefix("\($0)_") }) ?? true
    else { return false }
    return name.utf8.allSatisfy { isWord($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
  }

  /// The advice on writing one, after "…: it is missing;".
  package static func remedy(prefix: String? = nil) -> String {
    "use 1 to \(most) lower-case letters, digits, '-' and '_', beginning with a letter or digit"
      + (prefix.map { ", not with \($0)_" } ?? "")
  }
}
