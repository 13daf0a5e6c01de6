internal import CoinsContract
internal import IdentityContract
internal import QixModule

/// `qix wallet list`
struct ListWallets: Command {
  static let declaration = Declaration(
    "list", "List users' wallets and what is in them, the oldest user first.", roles: [.operator, .support],
    discussion: """
      Users who never had coins have no wallet. After a merge, the source's wallet counts as the target's. An \
      erased user's coins are still there, but none of them is available.
      """,
    examples: [
      Example("qix wallet list", "the first fifty"),
      Example("qix wallet list --at-least 1000", "users who could buy the bicycle"),
      Example("qix wallet list --tsv > wallets.tsv", "for a spreadsheet"),
    ],
    answer: AnswerShape("wallet.list/1", "wallets", rows: fields))

  private let page = PageOptions("Wallets", after: .identifier(UserID.self), placeholder: "USER", "user")
  @Option("at-least", .coins, "Only wallets with at least this much to spend") private var least: Int64?

  private struct Line: Sendable {
    let user: UserID
    let externalID: String?
    let balance: Balance
  }

  private static let fields: [Field<Line>] = [
    Field("user", .id) { $0.user },
    Field("external_id", .text, "EXTERNAL ID") { $0.externalID },
    Field("balance", .coins) { $0.balance.posted },
    Field("held", .coins) { $0.balance.held },
    Field("available", .coins) { $0.balance.available },
  ]

  func run(in context: Context) throws -> Document {
    let (directory, policy) = try (context.service(Users.directory), context.service(Users.policy))
    let now = context.clock.now()
    var found: [Line] = []
    try context.database.read { connection in
      try connection.fetchWhile(
        """
        SELECT owner FROM coins_accounts
        WHERE asset = \(Asset.coins.number) AND kind = \(AccountKind.wallet.rawValue) AND merged_into IS NULL
          AND owner > \(page.after ?? UserID(high: 0, low: 0))
        ORDER BY owner
        """
      ) { row in
        let user: UserID = try row["owner"]
        var balance = try Wallet.balance(of: .wallet(user), at: now, in: connection)
        if balance.available > 0, try policy.standing(of: user, in: connection) == "erased" {
          balance = Balance(posted: balance.posted, held: balance.held, available: 0)
        }
        if balance.available >= least ?? .min {
          let externalID = try directory.externalID(of: user, in: connection)
          found.append(Line(user: user, externalID: externalID, balance: balance))
        }
        return found.count < page.sought
      }
    }
    var document = Document("wallet.list/1")
    document.page("wallets", Self.fields, found: found, page)
    if found.isEmpty { document.note(least == nil ? "No user has had coins yet." : "No wallet has that much.") }
    return document
  }
}
