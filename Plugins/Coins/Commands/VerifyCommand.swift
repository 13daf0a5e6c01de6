internal import CoinsContract
internal import QixModule

/// `qix coins verify`
struct VerifyCommand: Command {
  static let declaration = Declaration(
    "verify", "Recompute the whole ledger and compare.", roles: [.operator, .auditor],
    discussion: """
      Recomputes every balance from the entries, every lot from its draws, every hold, and every block's seal from \
      the transfers. Compares them with what is stored. Exit code 7 when anything does not fit.
      """,
    examples: [
      Example("qix coins verify", "all of it"),
      Example("qix coins verify --json", "for a script"),
    ],
    answer: """
      coins.verify/1: sound boolean, transfers integer, entries integer, accounts integer, lots integer, blocks
      integer, issued coins, redeemed coins, expired coins, supply coins, owed? coins, head text, stock? [asset text, issued
      integer, redeemed integer, left integer], faults? [fault text]
      """, isCheck: true)

  func run(in context: Context) throws -> Document {
    let report = try Verification.run(context.database, random: context.random)
    var document = Document("coins.verify/1")
    document.field("sound", .boolean(report.isSound))
    document.field("transfers", .integer(report.seals.transfers))
    document.field("entries", .integer(report.balances.entries))
    document.field("accounts", .integer(report.balances.accounts))
    document.field("lots", .integer(report.balances.lots))
    document.field("blocks", .integer(report.seals.blocks))
    document.field("issued", .coins(report.balances.coins.issued))
    document.field("redeemed", .coins(report.balances.coins.redeemed))
    document.field("expired", .coins(report.balances.coins.expired))
    document.field("supply", .coins(report.balances.coins.supply))
    if let owed = report.balances.assets[Asset.owed.number] { document.field("owed", .coins(owed.supply)) }
    document.field("head", .text("\(report.seals.head)"))
    let stock = report.balances.assets.filter { $0.key != Asset.coins.number && $0.key != Asset.owed.number }.sorted {
      $0.key < $1.key
    }
    if !stock.isEmpty || !context.face.isForPeople {
      document.table(
        "stock", title: "Stock",
        columns: [
          Column("asset", "ASSET"), Column("issued", "PUT IN", alignment: .trailing),
          Column("redeemed", "REDEEMED", alignment: .trailing), Column("left", "LEFT", alignment: .trailing),
        ],
        rows: stock.map { _, totals in
          [.text(totals.code), .integer(totals.issued), .integer(totals.redeemed), .integer(totals.supply)]
        })
    }
    if !report.isSound {
      document.table(
        "faults", title: "Faults", columns: [Column("fault", "FAULT")], rows: report.faults.map { [.text($0)] })
    }
    if !report.isSound { document.failure = LedgerUnsound(faults: report.faults.count) }
    return document
  }
}

/// The ledger contradicts itself.
struct LedgerUnsound: Diagnosable, Equatable {
  let faults: Int
  var category: ErrorCategory { .damaged }
  var code: String { "coins.unsound" }
  var sentence: Sentence {
    "the ledger does not add up: \(faults.counted("fault"))\(faults >= Verification.limit ? " or more" : "")"
  }
  var hint: Sentence? {
    "Keep a copy of the data folder. Run `qix db check`. Restore the last good backup with `qix db restore FILE`."
  }
}
