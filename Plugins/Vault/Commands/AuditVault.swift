internal import QixKernel
internal import QixStorage
internal import QixTerminal
internal import VaultContract

/// `qix vault audit`
struct AuditVault: OldCommand {
  private static let limit = OldOption<Int64>(
    "limit", .integer(in: 1...100_000), placeholder: "N", "Entries at most", default: "50")
  private static let before = OldOption<Int64>(
    "before", .integer(in: 1...Int64.max), placeholder: "ENTRY", "Only entries before this number")

  static let declaration = Declaration(
    "audit", "Show who read or changed secrets, the latest first.", roles: [.auditor],
    discussion: """
      The audit log names items by their ids; here their names are added, where the vault opens and the item is still \
      there. What modules read for their own work is not in it; what they were denied is.
      """,
    parameters: [limit, before],
    examples: [
      Example("qix vault audit --limit 20", "the latest twenty"),
      Example("qix vault audit --tsv | grep vault.denied", "what was refused"),
    ])

  private let limit: Int64
  private let before: Int64

  init(_ arguments: Arguments) throws {
    limit = try arguments.require(Self.limit)
    before = arguments[Self.before] ?? .max
  }

  private static let columns = [
    Column("entry", "ENTRY", alignment: .trailing), Column("at", "AT"), Column("actor", "ACTOR"),
    Column("action", "ACTION"), Column("service", "SERVICE"), Column("account", "ACCOUNT"),
    Column("subject", "SUBJECT"), Column("reason", "REASON"),
  ]

  func run(in context: Context) throws {
    let vault: OpenVault?
    do {
      vault = try OpenVault(context)
    } catch VaultError.locked {
      vault = nil
      context.terminal.note("The vault is locked, so items have no names here: `qix vault unlock`.")
    }
    let rows = try context.database.read { connection in
      let entries = try AuditLog.entries(
        before: before, ofModule: VaultModule.id, limit: Int(limit), in: connection)
      var names: [ItemID: ItemNames] = [:]
      var state = try vault.map { try VaultState($0, in: connection) }
      return try entries.map { entry in
        let item = entry.subject.split(separator: " ").first.flatMap { ItemID(String($0)) }
        if let item, names[item] == nil, let record = try state?.find(item) {
          names[item] = try state?.names(of: record)
        }
        let found = item.flatMap { names[$0] }
        return [
          .integer(entry.number), .timestamp(entry.at), .text(entry.actor), .text(entry.action),
          found.map { .text($0.service) } ?? .missing, found.map { .text($0.account) } ?? .missing,
          .text(entry.subject), entry.reason.map(Cell.text) ?? .missing,
        ]
      }
    }
    var document = Document("vault.audit/1")
    document.table("entries", columns: Self.columns, rows: rows)
    try context.terminal.emit(document)
  }
}
