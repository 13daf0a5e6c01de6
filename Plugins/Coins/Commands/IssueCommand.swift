internal import CoinsContract
internal import QixBatch
internal import QixModule

/// `qix coins issue`
struct IssueCommand: Command {
  static let declaration = Declaration(
    "issue", "Issue coins to a user, or to many from a file.", roles: [.operator, .integrator],
    discussion: """
      Coins expire at the end of a day (2027-06-30), at a time (2027-06-30T18:00:00Z), or some time after the grant \
      (P12M, P1Y, P90D). Without --expires they last as the setting coins.expires says.

      A batch is CSV with a header, as spreadsheets write it, or JSON Lines. The columns user and amount are required; \
      key, expires, at and reason are optional. Other columns are kept with the transfer. The file is read and checked \
      completely before the first coin moves. A line without a key is recognised by what it does, within the batch of \
      the file's name. The same file again repeats nothing. A file that was fixed after it stopped finishes what is \
      missing. If qix can't tell whether another file is that batch or a new one, nothing is done. Then --continue \
      BATCH does what the batch lacks, and --new-batch NAME does all lines. With --keep-going, lines that fail are \
      answered and skipped. The command then ends as the first of them did.
      """,
    examples: [
      Example("qix coins issue --to shop-4711 --amount 50", "50 new coins to one user"),
      Example(
        "qix coins issue --to shop-4711 --amount 50 --from budget:summer --expires P12M --idempotency-key order-981",
        "paid by a budget, good for a year, once however often it is sent"),
      Example(
        "qix coins issue --to app-9 --amount 20 --welcome", "at registration; a friend's code can still be claimed"),
      Example("qix coins issue --file grants.csv --create-users", "to all users in a spreadsheet's export"),
      Example(
        "qix coins issue --file - --keep-going --results answers.jsonl < grants.csv",
        "from a pipe, with an answer for each line"),
    ],
    answer: .transfer | .approval | .batch, effect: .changes, grants: true, route: .at("POST /v1/coins/issues"))

  @Option("to", .user, placeholder: "USER", "Who gets the coins: usr_… or external id") private var to: String?
  @Option("amount", .coins, "How many coins") private var amount: Int64?
  @Option(
    "from", .text, placeholder: "ACCOUNT",
    "Who pays: budget:NAME, or issuer for new coins; a token made with --from grants out of that budget",
    default: "issuer")
  private var from: String
  @Option("expires", .expiry, "When the coins expire; in a batch, if a line doesn't say")
  private var expires: Expiry?
  @Flag("welcome", "Greet a new user, who can still claim a friend's code if they have earned nothing else")
  private var isWelcome: Bool
  private let movement = Movement()
  private let batch = BatchOptions()

  private func payer(in context: Context) -> String {
    from == "issuer" ? context.principal.grants?.payer ?? from : from
  }

  func run(in context: Context) throws -> Document {
    if isWelcome, batch.isGiven {
      throw UsageError("--welcome marks a single grant", hint: "Leave --file out, and name the user: --to USER.")
    }
    let single = [$to, $amount] + movement.slots
    if let file = try batch.file(excluding: single) {
      return try batch.run(file, "issue", columns: GrantLines.columns, in: context) { names, shape in
        guard let payer = AccountNames.fixed(payer(in: context)) else {
          throw UsageError(
            "--from: '\(from)' can't pay for a batch", hint: "Write budget:NAME, or issuer for new coins.")
        }
        return GrantLines(.issue, from: payer, expires: expires, reason: context.invocation.reason, shape: shape)
      }
    }
    guard single.firstGiven != nil else {
      throw UsageError(
        "say who gets coins: --to USER --amount N, or --file FILE", hint: "Run `qix coins issue --help` for examples.")
    }
    let (to, amount) = (try $to.require(to), try $amount.require(amount))
    return try movement.post("issue", in: context) { names, connection in
      .issue(
        amount, from: try names.account(payer(in: context), in: connection), to: try names.account(to, in: connection),
        expires: expires, isWelcome: isWelcome)
    }
  }
}
