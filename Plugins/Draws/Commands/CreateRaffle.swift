internal import DrawsContract
internal import QixModule

/// `qix raffle create`
struct CreateRaffle: Command {
  static let declaration = Declaration(
    "create", "Create a raffle and commit to its secret.", roles: [.operator],
    discussion: """
      Publish the commitment. Name a beacon whose value appears only after the list is frozen. Without a beacon, the \
      holder of the vault can compute the winners of any list in advance, and choose the list.
      """,
    examples: [
      Example("qix raffle create winter --winners 10 --commit-beacon 'drand round 4711'", "ten winners"),
      Example("qix raffle create staff --winners 1", "one winner, without a beacon"),
    ],
    answer: AnswerShape("raffle.create/1", fields), effect: .changes)

  /// `isReal`: whether its id and its commitment are those of a raffle that stays.
  private static let fields: [Field<(raffle: Raffle, isReal: Bool)>] = [
    Field("raffle", .id) { $0.isReal ? $0.raffle.id : nil },
    Field("name", .text) { $0.raffle.terms.name },
    Field("winners", .integer) { $0.raffle.terms.winners },
    Field("beacon_name", .text, "beacon") { $0.raffle.terms.beaconName },
    Field("commitment", .text) { $0.isReal ? "\($0.raffle.commitment)" : nil },
  ]

  @Positional("name", .text, "Lower-case letters, digits, '-' and '_'") private var name: String
  @Option("winners", .integer(in: 1...Raffle.mostWinners), placeholder: "N", "The number of winners")
  private var winners: Int64
  @Option(
    "commit-beacon", .text, placeholder: "NAME",
    "The name of a public random value to mix in, not known yet")
  private var beacon: String?
  private let unlessThere = IfNotExistsFlag()

  func run(in context: Context) throws -> Document {
    try unlessThere.answer(existing: {
      try context.database.read { try Raffle.named(name, in: $0) }.map { Self.answer($0, isReal: true) }
    }) {
      try create(in: context)
    }
  }

  private func create(in context: Context) throws -> Document {
    let wish = Raffle.Wish(name: name, winners: winners, beaconName: beacon)
    try wish.check()
    let secrets = try context.drawSecrets()
    let (raffle, isNew) = try context.change("draws.raffle-create", subject: name) { connection, change in
      let made = try Raffle.create(
        wish, at: context.clock.now(), secrets: secrets, random: context.random, in: connection)
      change.subject = "\(made.raffle.id) \(name): commitment \(made.raffle.commitment)"
      return made
    }
    var document = Self.answer(raffle, isReal: !context.isDryRun || !isNew)
    if isNew {
      document.next("publish the commitment, then `qix raffle enter \(name) --user USER`")
    } else {
      document.note("It was created before. This is its commitment from then.")
    }
    return document
  }

  private static func answer(_ raffle: Raffle, isReal: Bool) -> Document {
    var document = Document("raffle.create/1", fields, of: (raffle: raffle, isReal: isReal))
    if isReal { document.primary = "\(raffle.id)" }
    return document
  }
}
