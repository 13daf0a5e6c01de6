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
    answer: AnswerShape("coins.verify/1", fields), isCheck: true)

  private static let fields: [Field<Verification.Report>] = [
    Field("sound", .boolean) { $0.isSound },
    Field("transfers", .integer) { $0.seals.transfers },
    Field("entries", .integer) { $0.balances.entries },
    Field("accounts", .integer) { $0.balances.accounts },
    Field("lots", .integer) { $0.balances.lots },
    Field("blocks", .integer) { $0.seals.blocks },
    Field("issued", .coins) { $0.balances.coins.issued },
    Field("redeemed", .coins) { $0.balances.coins.redeemed },
    Field("expired", .coins) { $0.balances.coins.expired },
    Field("supply", .coins) { $0.balances.coins.supply },
    Field(optional: "owed", .coins) { $0.balances.assets[Asset.owed.number]?.supply },
    Field("head", .text) { "\($0.seals.head)" },
    Field(optional: "stock", rows: stock, title: "Stock", none: nil) { report in
      report.balances.assets.filter { $0.key != Asset.coins.number && $0.key != Asset.owed.number }
        .sorted { $0.key < $1.key }.map(\.value)
    },
    Field(optional: "faults", rows: [Field("fault", .text) { $0 }], title: "Faults") {
      $0.isSound ? nil : $0.faults
    },
  ]

  private static let stock: [Field<BalanceCheck.Totals>] = [
    Field("asset", .text) { $0.code },
    Field("issued", .integer, "PUT IN") { $0.issued },
    Field("redeemed", .integer) { $0.redeemed },
    Field("left", .integer) { $0.supply },
  ]

  func run(in context: Context) throws -> Document {
    let report = try Verification.run(context.database, random: context.random)
    var document = Document("coins.verify/1", Self.fields, of: report)
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
