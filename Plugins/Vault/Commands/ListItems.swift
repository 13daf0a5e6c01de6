internal import QixModule
internal import VaultContract

/// `qix vault list`
struct ListItems: Command {
  static let declaration = Declaration(
    "list", "List what is in the vault, without the secrets.", roles: [.operator, .auditor],
    examples: [
      Example("qix vault list", "everything, by service and account"),
      Example("qix vault list --class certificate --json", "for a program"),
    ],
    answer: AnswerShape("vault.list/2", "items", rows: ListedItem.fields))

  @Option("service", .text, "Only items of this service") private var service: String?
  @Option("class", .itemClass, placeholder: "CLASS", "Only items of this class") private var itemClass: ItemClass?

  func run(in context: Context) throws -> Rows {
    let items = try ListedItem.all(in: context) { item in
      (service == nil || item.names.service == service) && (itemClass == nil || item.itemClass == itemClass)
    }
    let isWhole = service == nil && itemClass == nil
    return ListedItem.rows(
      items, "vault.list/2",
      whenNone: isWhole
        ? "The vault is empty. `qix vault set SERVICE ACCOUNT` keeps a secret." : "There are no such items.")
  }
}

/// An item as lists show it: without what was only read to check it, which is most of its record.
struct ListedItem: Sendable {
  let id: ItemID
  let itemClass: ItemClass
  let version: Int64
  let updated: Timestamp
  let names: ItemNames

  private init(_ record: ItemRecord, _ names: ItemNames) {
    (id, itemClass, version, updated) = (record.id, record.itemClass, record.version, record.updated)
    self.names = names
  }

  /// Returns the wanted items, by service and account.
  static func all(in context: Context, where isWanted: (ListedItem) -> Bool) throws -> [ListedItem] {
    let vault = try OpenVault(context)
    let items = try context.database.read { connection in
      var items: [ListedItem] = []
      var state = try VaultState(vault, in: connection)
      try state.forEach { record in
        let item = ListedItem(record, try vault.names(of: record))
        if isWanted(item) { items.append(item) }
      }
      return items
    }
    // Sorts short places: a whole item takes longer to move than to compare.
    var order = items.enumerated().map { Place(service: $1.names.service, account: $1.names.account, index: $0) }
    order.sort { $0.service == $1.service ? $0.account < $1.account : $0.service < $1.service }
    return order.map { items[$0.index] }
  }

  private struct Place {
    let service: String
    let account: String
    let index: Int
  }

  static let fields: [Field<ListedItem>] = [
    Field("service", .text.orNull) { $0.names.service },
    Field("account", .text.orNull) { $0.names.account },
    Field("class", .text) { $0.itemClass.name },
    Field("label", .text) { $0.names.label.isEmpty ? nil : $0.names.label },
    Field("version", .integer) { $0.version },
    Field("readers", .texts(separator: " ")) { $0.names.readers },
    Field("updated", .time) { $0.updated },
    Field("item", .id) { $0.id },
  ]

  static func rows(_ items: [ListedItem], _ schema: String, whenNone note: Sentence) -> Rows {
    Rows(schema, key: "items", columns: fields.map(\.column), primary: "item") { emitter in
      for item in items { try emitter.row(fields, item) }
      if items.isEmpty { emitter.note(note) }
    }
  }
}
