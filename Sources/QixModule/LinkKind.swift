package import QixKernel
package import QixStorage

/// A module whose things links lead to: `campaign/harvest`, `wallet`. Posters, messages and cards carry such links.
package protocol LinkProviding: Module {
  static var links: [LinkKind] { get }
}

/// A kind of things that links lead to. The first part of a link says it.
package struct LinkKind: Sendable {
  /// The word of the kind, which can't be changed later: lower-case letters and '-'.
  package let name: String
  /// The placeholder of the second part, for help: `NAME`, `CODE`; nil for a kind that is one page.
  package let argument: String?
  /// The title of that page; nil for a kind of many things.
  package let title: Sentence?
  /// Finds the page of a name as things are now, for a user or, if that is nil, for a guest. Nil where nothing has the
  /// name, and where the context's principal may not know of it yet. The user is not merged into another.
  package let target: @Sendable (_ name: String, UserID?, Connection, Context) throws -> LinkTarget?

  /// A kind of many things, each with a name: `campaign/NAME`.
  package init(
    _ name: String, argument: String,
    _ target: @escaping @Sendable (_ name: String, UserID?, Connection, Context) throws -> LinkTarget?
  ) {
    (self.name, self.argument, self.title, self.target) = (name, argument, nil, target)
  }

  /// A page that there is one of: `wallet`.
  /// - Parameter title: with a key, so that it can be translated.
  package init(page name: String, _ title: Sentence) {
    (self.name, argument, self.title) = (name, nil, title)
    target = { _, _, _, _ in LinkTarget(title, page: [name]) }
  }

  /// A link of this kind, for help: `campaign/NAME`.
  package var form: String { argument.map { "\(name)/\($0)" } ?? name }
}

/// The page that a link leads to.
package struct LinkTarget: Sendable {
  /// The title of the thing.
  package let title: Sentence
  /// The parts of its address below that of the app: `["rewards", "coffee"]`.
  package let page: [String]
  /// Why it doesn't open for the user now; nil where it does.
  package let refusal: Refusal?

  package init(_ title: Sentence, page: [String], refusal: Refusal? = nil) {
    (self.title, self.page, self.refusal) = (title, page, refusal)
  }
}
