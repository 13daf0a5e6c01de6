import QixKernel
import QixTerminal

/// A small tree of commands that uses everything a declaration can say.
enum Sample {
  static func program(_ context: @escaping @Sendable (Arguments) throws -> Context = { _ in context }) -> Program {
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
    .group(CommandGroup("wallet", "Look into wallets.", [.command(Show.self), .command(List.self)])),
    .command(Fail.self),
  ]

  enum User: IdentifierTag { static let prefix = "usr" }
  static let user = "usr_01j00000000000000000000000"

  enum Channel: String, CaseIterable { case app, web, partner }
}

struct Issue: OldCommand {
  static let to = OldOption(
    "to", .identifier(Identifier<Sample.User>.self), placeholder: "USER", "Whose wallet", isRequired: true)
  static let amount = OldOption("amount", short: "a", .coins, "How many", isRequired: true)
  static let expires = OldOption("expires", .duration, "How long they live", default: "30d")
  static let channel = OldOption("channel", .choice(of: Sample.Channel.self), "Where from")
  static let tag = OldRepeatedOption("tag", .text, "A word to find it by")

  static let declaration = Declaration(
    "issue", "Issue coins to a user", roles: .everyone,
    discussion: "The coins come from the issuer's account. A repeat with the same key returns the first result.",
    parameters: [to, amount, expires, channel, tag],
    examples: [
      Example("qix coins issue --to \(Sample.user) --amount 500", "Issue 500 coins"),
      Example(
        "qix coins issue --to \(Sample.user) --amount 5 --tag 'it''s' --dry-run | cat", "See what would happen"),
    ],
    effect: .changes)

  let to: Identifier<Sample.User>
  let amount: Int64
  let expires: Int64?
  let channel: Sample.Channel?
  let tags: [String]
  let isDryRun: Bool

  init(_ arguments: Arguments) throws {
    to = try arguments.require(Self.to)
    amount = try arguments.require(Self.amount)
    expires = arguments[Self.expires]
    channel = arguments[Self.channel]
    tags = arguments[Self.tag]
    isDryRun = arguments.isDryRun
  }

  func run(in context: Context) throws {
    var document = Document("coins.issue/1")
    document.field("to", "To", .identifier(to.description))
    document.field("amount", "Amount", .coins(amount))
    document.field("expires", "Expires", expires.map { .integer($0) } ?? .missing)
    document.field("channel", "Channel", channel.map { .text($0.rawValue) } ?? .missing)
    document.field("tags", "Tags", .text(tags.joined(separator: ",")))
    document.field("dryRun", "Dry run", .boolean(isDryRun))
    document.primary = "trf_1"
    try context.terminal.emit(document)
    context.terminal.note("Issued. See 'qix wallet show'.")
  }
}

struct Import: OldCommand {
  static let file = OldPositional("file", .file, "A file of lines, or - for standard input")
  static let keepGoing = OldFlag("keep-going", short: "k", "Go on after a bad line")
  static let limit = OldOption("limit", short: "n", .integer(in: 1...1_000), placeholder: "N", "At most so many lines")
  static let declaration = Declaration(
    "import", "Read a batch", roles: .everyone, parameters: [file, keepGoing, limit],
    examples: [Example("printf '1\\n' | qix coins import - --keep-going", "Read from a pipe")], effect: .changes)

  let path: String
  init(_ arguments: Arguments) throws { path = try arguments.require(Self.file) }

  func run(in context: Context) throws {
    let bytes = try context.terminal.input(from: path).readToEnd()
    try context.terminal.confirm("Import \(bytes.count) bytes?")
    try context.terminal.write("\(bytes.count)\n")
    throw Refused()
  }
}

struct Refused: Diagnosable {
  var category: ErrorCategory { .refused }
  var code: String { "coins.refused" }
  var description: String { "1 of 2 lines was refused" }
  var hint: String? { "Mend them and run it again." }
}

struct Show: OldCommand {
  static let user = OldPositional("user", .text, "Whose")
  static let declaration = Declaration(
    "show", "Show a wallet", roles: .everyone, parameters: [user],
    examples: [Example("qix wallet show anna", "A wallet")])
  let user: String
  init(_ arguments: Arguments) throws { user = try arguments.require(Self.user) }
  func run(in context: Context) throws { try context.terminal.write(user + "\n") }
}

struct List: OldCommand {
  static let words = OldRepeatedPositional("word", .text, "Words to look for")
  static let since = OldOption("since", .date, "From this day on")
  static let color = OldOption(
    "sort", .choice(["name", "balance", "age: old $HOME"]), placeholder: "ORDER", "Sort by it's $key")
  static let declaration = Declaration(
    "list", "List wallets", roles: .everyone, parameters: [words, since, color],
    examples: [Example("qix wallet list --since 2027-06-30 --tsv | cut -f 1", "Ids of wallets")])
  let words: [String]
  init(_ arguments: Arguments) { words = arguments[Self.words] }

  func run(in context: Context) throws {
    let columns = [Column("id", "Id"), Column("balance", "Balance", alignment: .trailing)]
    try context.terminal.emit("wallet.list/1", key: "wallets", columns: columns, primary: "id") { rows in
      for (index, word) in words.enumerated() {
        if word == "stop" { throw Refused() }
        try rows.row([.text(word), .coins(Int64(index) * 1_000_000)])
      }
    }
  }
}

/// Throws what it is told to.
struct Fail: OldStandaloneCommand {
  static let what = OldPositional("what", .text, "A category of error, or 'unknown'")
  static let declaration = Declaration(
    "fail", "Fail on purpose", roles: .everyone, parameters: [what],
    examples: [Example("qix fail busy", "Exit with 75")])
  let what: String
  init(_ arguments: Arguments) throws { what = try arguments.require(Self.what) }

  struct Failure: Diagnosable {
    let category: ErrorCategory
    var code: String { "sample.\(category)" }
    var description: String { "it went wrong: \(category) \u{1B}[2J" }
    var hint: String? { category == .busy ? "Try again." : nil }
  }

  struct Unknown: Error {}

  func run(in context: Context) throws {
    guard let category = ErrorCategory.allCases.first(where: { "\($0)" == what }) else { throw Unknown() }
    throw Failure(category: category)
  }
}
