internal import QixModule
internal import VaultContract

/// `qix vault find`
struct FindItems: Command {
  static let declaration = Declaration(
    "find", "Find items by part of their names, without the secrets.", roles: [.operator, .auditor],
    examples: [Example("qix vault find example.org", "in services, accounts and labels")],
    answer: AnswerShape("vault.find/2", "items", rows: ListedItem.fields))

  @Positional("text", .text, "A part of a service, an account or a label") private var text: String

  func run(in context: Context) throws -> Rows {
    let text = text.lowercased()
    let items = try ListedItem.all(in: context) { item in
      [item.names.service, item.names.account, item.names.label].contains { $0.lowercased().contains(text) }
    }
    guard !items.isEmpty else { throw VaultError.notFound("item with that text in its names") }
    return ListedItem.rows(items, "vault.find/2", whenNone: "")
  }
}
