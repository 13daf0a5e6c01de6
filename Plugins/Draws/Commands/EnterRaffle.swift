internal import DrawsContract
internal import IdentityContract
internal import QixModule

/// `qix raffle enter`
struct EnterRaffle: Command {
  static let declaration = Declaration(
    "enter", "Enter users into an open raffle.", roles: [.operator, .integrator],
    discussion: """
      A user's tickets from several entries add up. Each entry has a key; a repeat with the same key changes nothing. \
      Without --idempotency-key every call is a new entry. A file is entered completely or not at all.
      """,
    examples: [
      Example("qix raffle enter spring --user shop-4711 --tickets 3 --idempotency-key order-981", "three tickets"),
      Example("qix raffle enter spring --file entries.csv", "many at once"),
    ],
    answer: AnswerShape("raffle.enter/1", fields), effect: .changes)

  private static let fields: [Field<(raffle: RaffleID, new: Int, replayed: Int, all: (users: Int64, tickets: Int64))>] =
    [
      Field("raffle", .id.orNull) { $0.raffle },
      Field("entered", .count) { $0.new },
      Field("replayed", .count, "entered before") { $0.replayed },
      Field("users", .integer, "users entered") { $0.all.users },
      Field("tickets", .integer.orNull, "tickets entered") { $0.all.tickets },
    ]

  private let raffle = RaffleNamed()
  @Option("user", .user, placeholder: "USER", "usr_… or external id") private var user: String?
  @Option(
    "tickets", .integer(in: 1...RaffleEntries.mostTickets), placeholder: "N", "Number of tickets; default: 1")
  private var tickets: Int64?
  @Option("idempotency-key", .key, "Run only once: the same key again returns the first result")
  private var key: String?
  @Option("file", .lines, "Entries: CSV with a header, or JSON Lines, with user, tickets and key")
  private var file: String?
  private let map = MapOption()

  func check() throws {
    _ = try map.mapping(columns: EntryFile.columns)
    guard file == nil else {
      guard [$user, $tickets, $key].firstGiven == nil else {
        throw UsageError(
          "--file can't be given together with --user, --tickets or --idempotency-key",
          hint: "Put them into the columns of the file: user, tickets, key.")
      }
      return
    }
    guard user != nil else { throw UsageError("missing --user USER or --file FILE") }
    guard !map.slot.isGiven else {
      throw UsageError("--map needs --file", hint: "Give the file with --file, or remove --map.")
    }
  }

  func run(in context: Context) throws -> Document {
    let directory = try context.service(Users.directory)
    let entries = RaffleEntries(policy: try context.service(Users.policy), clock: context.clock)
    // Nothing is read from a pipe for a raffle that isn't there.
    let known = try context.database.read { try Raffle.find(raffle.reference, in: $0) }
    let lines = try lines(in: context)
    // Whose keys are answered: a program's own, and not what others have entered under theirs.
    let asker = context.mayTell(.key) ? nil : context.principal.name
    return try context.change("draws.raffle-enter", subject: "\(known.id)") { connection, change in
      let raffle = try Raffle.find(raffle.reference, in: connection)
      var new: Set<String> = []
      for line in lines {
        try line.located {
          guard let user = try directory.find(line.user, in: connection) else { throw UserError.notFound(line.user) }
          // The audit log doesn't say yet whose the keys of this command are.
          let whose = new.contains(line.key) ? nil : asker
          let isNew = try entries.enter(
            raffle, user: user, tickets: line.tickets, key: line.key, asker: whose, in: connection)
          if isNew { new.insert(line.key) }
        }
      }
      change.subject = "\(raffle.id): \(new.count) entries"
      return Document(
        "raffle.enter/1", Self.fields,
        of: (
          raffle: raffle.id, new: new.count, replayed: lines.count - new.count,
          all: try RaffleEntries.count(raffle.id, in: connection)
        ))
    }
  }

  private func lines(in context: Context) throws -> [EntryLine] {
    if let file { return try EntryFile.read(file, map.mapping(columns: EntryFile.columns), in: context.face) }
    var generator = IdentifierGenerator(random: context.random)
    // Without a key of the caller's each call is another entry.
    let fresh = generator.next(RaffleTag.self, at: context.clock.now())
    return [
      EntryLine(place: nil, user: user ?? "", tickets: tickets ?? 1, key: key ?? "one:\("\(fresh)".dropFirst(4))")
    ]
  }
}
