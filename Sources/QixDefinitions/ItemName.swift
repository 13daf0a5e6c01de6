internal import QixKernel

/// What may be called by a name that commands and files know it by for ever: campaigns, rewards, tiers, badges.
package enum ItemName {
  /// A budget's name has 64 at most, and a word such as `campaign-` stands before the name in it.
  package static let most = 55

  /// Whether it is 1 to 55 lower-case letters, digits, `-` and `_`, begins with a letter or digit, and can't be taken
  /// for an identifier.
  /// - Parameter prefix: of identifiers of its kind: `cmp`; nil for a kind that has none.
  package static func isWellFormed(_ name: String, prefix: String? = nil) -> Bool {
    PlainText.isName(name, 1...most) && PlainText.beginsWithWord(name)
      && prefix.map { !name.hasPrefix("\($0)_") } ?? true
  }

  /// The advice on writing one, after "…: it is missing;".
  package static func remedy(prefix: String? = nil) -> String {
    "use 1 to \(most) lower-case letters, digits, '-' and '_', beginning with a letter or digit"
      + (prefix.map { ", not with \($0)_" } ?? "")
  }
}
