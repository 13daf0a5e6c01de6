import QixKernel
import QixTerminal

@testable import QixCommands

/// A small tree of commands that uses everything a declaration can say.
enum Sample {
  static func program(_ context: @escaping @Sendable (GlobalOptions) throws -> Context = { _ in context }) -> Program {
    Program(
      name: "qix", version: "1.2.3", summary: "A loyalty engine for tests", nodes: nodes, context: context)
  }

  /// With nothing prepared but somebody who may do everything.
  static let context = Context.unprepared.acting(as: Principal(name: "test", role: .admin))

  static let nodes: [CommandNode] = [
    .group(
      CommandGroup(
        "coins", "Issue and move coins", discussion: "Coins are whole and never lost.",
        [.command(Issue.self), .command(Import.self)])),
    .group(
      CommandGroup("wallet", "Look into wallets.", [.command(Show.self), .command(List.self), .command(ListRows.self)])),
    .command(Fail.self),
  ]

  enum User: IdentifierTag { static let prefix = "usr" }
  static let user = "usr_01j00000000000000000000000"

  enum Channel: String, CaseIterable { case app, web, partner }
}

struct Issue: Command {
  static let declaration = Declaration(
    "issue", "Issue coins to a user", roles: .everyone,
    discussion: "The coins come from the issuer's account. A repeat with the same key returns the first result.",
    examples: [
      Example("qix coins issue --to \(Sample.user) --amount 500", "Issue 500 coins"),
      Example(
        "qix coins issue --to \(Sample.user) --amount 5 --tag 'it''s' --dry-run | cat", "See what would happen"),
    ],
    effect: .changes)

  @Option("to", .identifier(Identifier<Sample.User>.self), placeholder: "USER", "Whose wallet")
  private var to: Identifier<Sample.User>
  @Option("amount", short: "a", .coins, "How many") private var amount: Int64
  @Option("expires", .duration, "How long they live", default: "30d") private var expires: Int64
  @Option("channel", .choice(of: Sample.Channel.self), "Where from") private var channel: Sample.Channel?
  @Option("tag", .text, "A word to find it by") private var tags: [String]

  func run(in context: Context) throws -> Document {
    var document = Document("coins.issue/1")
    document.field("to", "To", .identifier(to))
    document.field("amount", "Amount", .coins(amount))
    document.field("expires", "Expires", .integer(expires))
    document.field("channel", "Channel", .text(channel?.rawValue))
    document.field("tags", "Tags", .text(tags.joined(separator: ",")))
    document.primary = "trf_1"
    document.note("Issued. See 'qix wallet show'.")
    return document
  }
}

struct Import: Command {
  static let declaration = Declaration(
    "import", "Read a batch", roles: .everyone,
    examples: [Example("printf '1\\n' | qix coins import - --keep-going", "Read from a pipe")], effect: .changes)

  @Positional("file", .file, "A file of lines") private var path: String
  @Flag("keep-going", short: "k", "Go on after a bad line") private var keepsGoing: Bool
  @Option("limit", short: "n", .integer(in: 1...1_000), placeholder: "N", "At most so many lines")
  private var limit: Int?

  func run(in context: Context) throws -> Printed {
    let bytes = try context.face.input(from: path).readToEnd()
    try context.face.confirm("Import \(bytes.count) bytes?")
    try context.face.write("\(bytes.count)\n")
    throw Refused()
  }
}

struct Refused: Diagnosable {
  var category: ErrorCategory { .refused }
  var code: String { "coins.refused" }
  var sentence: Sentence { "1 of 2 lines was refused" }
  var hint: Sentence? { "Mend them and run it again." }
}

struct Show: Command {
  static let declaration = Declaration(
    "show", "Show a wallet", roles: .everyone, examples: [Example("qix wallet show anna", "A wallet")])
  @Positional("user", .text, "Whose") private var user: String

  func run(in context: Context) throws -> Printed {
    try context.face.write(user + "\n")
    return Printed()
  }
}

struct List: Command {
  static let declaration = Declaration(
    "list", "List wallets", roles: .everyone,
    examples: [Example("qix wallet list --since 2027-06-30 --tsv | cut -f 1", "Ids of wallets")])
  @Positional("word", .text, "Words to look for") private var words: [String]
  @Option("since", .date, "From this day on") private var since: CalendarDate?
  @Option("order", .choice(["name", "balance", "age: old $HOME"]), placeholder: "ORDER", "Sort by it's $key")
  private var order: String?

  func run(in context: Context) throws -> Rows {
    let columns = [Column("id", "Id"), Column("balance", "Balance", alignment: .trailing)]
    return Rows("wallet.list/1", key: "wallets", columns: columns, primary: "id") { [words] rows in
      for (index, word) in words.enumerated() {
        if word == "stop" { throw Refused() }
        try rows.row([.text(word), .coins(Int64(index) * 1_000_000)])
      }
    }
  }
}

/// Throws what it is told to.
struct Fail: StandaloneCommand {
  static let declaration = Declaration(
    "fail", "Fail on purpose", roles: .everyone,
    examples: [Example("qix fail busy", "Exit with 75")])
  @Positional("what", .text, "A category of error, or 'unknown'") private var what: String

  struct Failure: Diagnosable {
    let category: ErrorCategory
    var code: String { "sample.\(category)" }
    var sentence: Sentence { "it went wrong: \(category) \u{1B}[2J" }
    var hint: Sentence? { category == .busy ? "Try again." : nil }
  }

  struct Unknown: Error {}

  func run(in context: Context) throws -> Printed {
    guard let category = ErrorCategory.allCases.first(where: { "\($0)" == what }) else { throw Unknown() }
    throw Failure(category: category)
  }
}

struct ListRows: Command {
  static let declaration = Declaration(
    "rows", "List three wallets", roles: .everyone, examples: [Example("qix wallet rows", "Three of them")],
    answer: AnswerShape("wallet.rows/1", "wallets", rows: fields))

  private static let fields: [Field<(id: String, balance: Int64)>] = [
    Field("id", .text) { $0.id },
    Field("balance", .coins) { $0.balance },
  ]

  func run(in context: Context) throws -> Rows {
    let columns = [Column("id", "Id"), Column("balance", "Balance", alignment: .trailing)]
    return Rows("wallet.rows/1", key: "wallets", columns: columns, primary: "id") { rows in
      for (index, word) in ["a", "b", "c"].enumerated() {
        try rows.row(Self.fields, (id: word, balance: Int64(index) * 1_000_000))
      }
    }
  }
}
