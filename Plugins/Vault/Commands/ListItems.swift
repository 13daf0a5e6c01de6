internal import QixKernel
internal import QixStorage
internal import QixTerminal
internal import VaultContract

/// `qix vault list`
struct ListItems: OldCommand {
  private static let service = OldOption("service", .text, "Only items of this service")
  private static let itemClass = OldOption("class", ItemParameters.itemClass, "Only items of this class")

  static let declaration = Declaration(
    "list", "List what is in the vault, without the secrets.", roles: [.operator, .auditor],
    parameters: [service, itemClass],
    examples: [
      Example("qix vault list", "everything, by service and account"),
      Example("qix vault list --class certificate --json", "for a program"),
    ])

  private let service: String?
  private let itemClass: ItemClass?

  init(_ arguments: Arguments) throws {
    service = arguments[Self.service]
    itemClass = arguments[Self.itemClass]
  }

  func run(in context: Context) throws {
    let items = try ListedItem.all(in: context) { item in
      (service == nil || item.names.service == service) && (itemClass == nil || item.itemClass == itemClass)
    }
    try ListedItem.emit(items, "vault.list/2", in: context.terminal)
    if items.isEmpty {
      context.terminal.note(
        service == nil && itemClass == nil
          ? "There is nothing in the vault; `qix vault set SERVICE ACCOUNT` keeps a secret." : "There is none of these."
      )
    }
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

  /// Those that are wanted, by service and account.
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
    // What is sorted is short: an item whole takes longer to move than to compare.
    var order = items.enumerated().map { Place(service: $1.names.service, account: $1.names.account, index: $0) }
    order.sort { $0.service == $1.service ? $0.account < $1.account : $0.service < $1.service }
    return order.map { items[$0.index] }
  }

  private struct Place {
    let service: String
    let account: String
    let index: Int
  }

  static let columns = [
    Column("service", "SERVICE"), Column("account", "ACCOUNT"), Column("class", "CLASS"), Column("label", "LABEL"),
    Column("version", "VERSION", alignment: .trailing), Column("readers", "READERS"), Column("updated", "UPDATED"),
    Column("item", "ITEM"),
  ]

  var cells: [Cell] {
    [
      .text(names.service), .text(names.account), .text(itemClass.name),
      names.label.isEmpty ? .missing : .text(names.label), .integer(version),
      .texts(names.readers, separator: " "), .timestamp(updated),
      .identifier(id.description),
    ]
  }

  static func emit(_ items: [ListedItem], _ schema: String, in terminal: Terminal) throws {
    try terminal.emit(schema, key: "items", columns: columns, primary: "item") { emitter in
      for item in items { try emitter.row(item.cells) }
    }
  }
}
