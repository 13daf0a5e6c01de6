internal import QixDefinitions
internal import QixModule

/// The link of an action: a part of the app, or an https address elsewhere.
enum CardLink {
  static let most = 2_000

  static let remedy =
    "write what it leads to, such as campaign/harvest, reward/coffee or wallet, or an address that begins with https://"

  /// The problem with a text that is no link, as a clause.
  struct Problem: Error, Equatable {
    let clause: String
  }

  /// Reads any form of a link, and returns its shortest: `web+qix:wallet` is `wallet`.
  /// - Parameter links: nil for a link that was read before, which stays so when its module is switched off.
  static func read(_ text: String, _ links: Links?) throws(Problem) -> String {
    if text.lowercased().hasPrefix("https://") {
      if let problem = HTTPSAddress.problem(with: text) { throw Problem(clause: problem) }
      return text
    }
    guard let links else { return text }
    do {
      let link = try links.link(text, origin: nil)
      return (link.name.isEmpty ? link.kind : "\(link.kind)/\(link.name)") + link.query
    } catch {
      switch error {
      case .elsewhere: throw Problem(clause: "it leads elsewhere")
      case .malformed(let sentence): throw Problem(clause: "\(sentence)")
      }
    }
  }
}
