internal import QixModule
internal import VaultContract

/// `qix vault audit`
struct AuditVault: Command {
  static let declaration = Declaration(
    "audit", "Show who read or changed secrets, newest first.", roles: [.auditor],
    discussion: """
      The audit log has only ids of items. Their names are added here if the vault opens and the item still exists. \
      Reads by modules for their own work are not logged; denied reads are.
      """,
    examples: [
      Example("qix vault audit --limit 20", "the latest twenty"),
      Example("qix vault audit --tsv | grep vault.denied", "what was refused"),
    ],
    answer: AnswerShape("vault.audit/1", "entries", rows: Row.fields))

  @Option("limit", .rows(), placeholder: "N", "The most entries to show", default: "50")
  private var limit: Int64
  @Option("before", .integer(in: 1...Int64.max), placeholder: "ENTRY", "Only entries before this number")
  private var before: Int64?

  private struct Row {
    let entry: AuditLog.Entry
    /// Nil where the entry is about no item, or about one whose names can't be read.
    let names: ItemNames?

    static let fields: [Field<Row>] = [
      Field("entry", .integer) { $0.entry.number },
      Field("at", .time) { $0.entry.at },
      Field("actor", .text) { $0.entry.actor },
      Field("action", .text) { $0.entry.action },
      Field("service", .text) { $0.names?.service },
      Field("account", .text) { $0.names?.account },
      Field("subject", .text) { $0.entry.subject },
      Field("reason", .text) { $0.entry.reason },
    ]
  }

  func run(in context: Context) throws -> Document {
    let vault: OpenVault?
    do {
      vault = try OpenVault(context)
    } catch VaultError.locked {
      vault = nil
      context.face.note("The vault is locked, so items have no names here: `qix vault unlock`.")
    }
    let rows = try context.database.read { connection in
      let entries = try AuditLog.entries(
        before: before ?? .max, ofModule: VaultModule.id, limit: Int(limit), in: connection)
      var names: [ItemID: ItemNames] = [:]
      var state = try vault.map { try VaultState($0, in: connection) }
      return try entries.map { entry in
        let item = entry.subject.split(separator: " ").first.flatMap { ItemID(String($0)) }
        if let item, names[item] == nil, let record = try state?.find(item) {
          names[item] = try state?.names(of: record)
        }
        return Row(entry: entry, names: item.flatMap { names[$0] })
      }
    }
    var document = Document("vault.audit/1")
    document.table("entries", Row.fields, rows: rows)
    return document
  }
}
