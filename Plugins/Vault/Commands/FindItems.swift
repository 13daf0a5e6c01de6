internal import QixKernel
internal import QixTerminal
internal import VaultContract

/// `qix vault find`
struct FindItems: OldCommand {
  private static let text = OldPositional("text", .text, "A part of a service, an account or a label")

  static let declaration = Declaration(
    "find", "Find items by a part of their names, without the secrets.", roles: [.operator, .auditor],
    parameters: [text], examples: [Example("qix vault find example.org", "wherever it is named")])

  private let text: String

  init(_ arguments: Arguments) throws { text = try arguments.require(Self.text).lowercased() }

  func run(in context: Context) throws {
    let items = try ListedItem.all(in: context) { item in
      [item.names.service, item.names.account, item.names.label].contains { $0.lowercased().contains(text) }
    }
    guard !items.isEmpty else { throw VaultError.notFound("item with that in its names") }
    try ListedItem.emit(items, "vault.find/2", in: context.terminal)
  }
}
