internal import DrawsContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix raffle create`
struct CreateRaffle: OldCommand {
  private static let name = OldPositional("name", .text, "Lower-case letters, digits, '-' and '_'")
  private static let winners = OldOption<Int64>(
    "winners", .integer(in: 1...Raffle.mostWinners), placeholder: "N", "How many may win", isRequired: true)
  private static let beacon = OldOption(
    "commit-beacon", .text, placeholder: "NAME",
    "A public random value that will be mixed in, named before anybody knows it")

  static let declaration = Declaration(
    "create", "Make a raffle, which commits to its secret.", roles: [.operator],
    discussion: """
      Publish the commitment. Name a beacon whose value appears only after the list is frozen: without one, whoever \
      holds the vault can compute the winners of each list before it is frozen, and choose the list.
      """,
    parameters: [name, winners, beacon],
    examples: [
      Example("qix raffle create spring --winners 10 --commit-beacon 'drand round 4711'", "ten winners"),
      Example("qix raffle create staff --winners 1", "one winner, without a beacon"),
    ], effect: .changes)

  private let wish: Raffle.Wish
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    wish = Raffle.Wish(
      name: try arguments.require(Self.name), winners: try arguments.require(Self.winners),
      beaconName: arguments[Self.beacon])
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    try wish.check()
    let secrets = try context.drawSecrets()
    let (raffle, isNew) = try context.database.write(
      Change("draws.raffle-create", subject: wish.name, reason: reason), isDryRun: isDryRun
    ) { connection, change in
      let made = try Raffle.create(
        wish, at: context.clock.now(), secrets: secrets, random: context.random, in: connection)
      change.subject = "\(made.raffle.id) \(wish.name): commitment \(made.raffle.commitment)"
      return made
    }
    var document = Document("raffle.create/1")
    let isReal = !isDryRun || !isNew
    if isReal { document.primary = "\(raffle.id)" }
    document.field("raffle", "raffle", isReal ? .identifier("\(raffle.id)") : .missing)
    document.field("name", "name", .text(raffle.terms.name))
    document.field("winners", "winners", .integer(raffle.terms.winners))
    document.field("beacon_name", "beacon", raffle.terms.beaconName.map(Cell.text) ?? .missing)
    document.field("commitment", "commitment", isReal ? .text("\(raffle.commitment)") : .missing)
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    if isDryRun {
      context.terminal.note("Nothing was changed.")
    } else if isNew {
      context.terminal.note("Publish the commitment. Next: `qix raffle enter \(wish.name) --user USER`.")
    } else {
      context.terminal.note("It was made before; this is what it committed to then.")
    }
  }
}
