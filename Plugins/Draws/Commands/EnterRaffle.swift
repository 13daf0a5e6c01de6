internal import DrawsContract
internal import IdentityContract
internal import QixFormats
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix raffle enter`
struct EnterRaffle: OldCommand {
  private static let user = OldOption("user", .text, placeholder: "USER", "usr_… or external id")
  private static let tickets = OldOption<Int64>(
    "tickets", .integer(in: 1...RaffleEntries.mostTickets), placeholder: "N", "How many; 1 unless told otherwise")
  private static let key = OldOption(
    "idempotency-key", .text, placeholder: "KEY", "Do it once: the same key again gives the first result")
  private static let file = OldOption(
    "file", .file, "Entries: CSV with a header, or JSON Lines, with user, tickets and key; - is standard input")

  static let declaration = Declaration(
    "enter", "Enter users into a raffle that is open.", roles: [.operator, .integrator],
    discussion: """
      Tickets of several entries of a user add up. Each entry has a key, and a repeat under the same key changes \
      nothing; without --idempotency-key every call is another entry. A file is done wholly or not at all.
      """,
    parameters: [RaffleNamed.raffle, user, tickets, key, file, ColumnMapping.option],
    examples: [
      Example("qix raffle enter spring --user shop-4711 --tickets 3 --idempotency-key order-981", "three tickets"),
      Example("qix raffle enter spring --file entries.csv", "many at once"),
    ], effect: .changes)

  private let raffle: String
  private let source: Source
  private let isDryRun: Bool
  private let reason: String?

  private enum Source {
    case one(user: String, tickets: Int64, key: String?)
    case file(String, ColumnMapping)
  }

  init(_ arguments: Arguments) throws {
    raffle = try arguments.require(RaffleNamed.raffle)
    isDryRun = arguments.isDryRun
    reason = arguments.reason
    let (user, tickets, key) = (arguments[Self.user], arguments[Self.tickets], arguments[Self.key])
    if let file = arguments[Self.file] {
      guard user == nil, tickets == nil, key == nil else {
        throw UsageError(
          "--file can't be given together with --user, --tickets or --idempotency-key",
          hint: "In a file each line has a column for it: user, tickets, key.")
      }
      source = .file(file, try ColumnMapping(arguments, columns: EntryFile.columns))
    } else {
      guard let user else { throw UsageError("missing --user USER or --file FILE") }
      guard arguments[ColumnMapping.option].isEmpty else {
        throw UsageError("--map is only for a file", hint: "Name the file with --file, or leave --map out.")
      }
      source = .one(user: user, tickets: tickets ?? 1, key: key)
    }
  }

  func run(in context: Context) throws {
    let directory = try context.service(Users.directory)
    let entries = RaffleEntries(policy: try context.service(Users.policy), clock: context.clock)
    // Nothing is read from a pipe for a raffle that isn't there.
    let known = try context.database.read { try Raffle.find(raffle, in: $0) }
    let lines: [EntryLine]
    switch source {
    case .one(let user, let tickets, let key):
      let own = key ?? "one:\(IdentifierKey.fresh(context))"
      lines = [EntryLine(place: nil, user: user, tickets: tickets, key: own)]
    case .file(let path, let mapping): lines = try EntryFile.read(path, mapping, in: context.terminal)
    }
    let result = try context.database.write(
      Change("draws.raffle-enter", subject: "\(known.id)", reason: reason), isDryRun: isDryRun
    ) { connection, change in
      let raffle = try Raffle.find(raffle, in: connection)
      var new: Int64 = 0
      for line in lines {
        try line.located {
          guard let user = try directory.find(line.user, in: connection) else { throw UserError.notFound(line.user) }
          if try entries.enter(raffle, user: user, tickets: line.tickets, key: line.key, in: connection) { new += 1 }
        }
      }
      change.subject = "\(raffle.id): \(new) entries"
      let all = try RaffleEntries.count(raffle.id, in: connection)
      return (raffle: raffle, new: new, users: all.users, tickets: all.tickets)
    }
    var document = Document("raffle.enter/1")
    document.field("raffle", "raffle", .identifier("\(result.raffle.id)"))
    document.field("entered", "entered", .integer(result.new))
    document.field("replayed", "entered before", .integer(Int64(lines.count) - result.new))
    document.field("users", "users in it", .integer(result.users))
    document.field("tickets", "tickets in it", .integer(result.tickets))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    if isDryRun { context.terminal.note("Nothing was changed.") }
  }
}

/// A key for an entry that is meant to be another one each time.
private enum IdentifierKey {
  static func fresh(_ context: Context) -> String {
    var generator = IdentifierGenerator(random: context.random)
    return "\(generator.next(RaffleTag.self, at: context.clock.now()))".split(separator: "_").last.map(String.init)
      ?? ""
  }
}
