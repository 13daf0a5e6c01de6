internal import DrawsContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix raffle freeze`
struct FreezeRaffle: OldCommand {
  static let declaration = Declaration(
    "freeze", "Close the list of a raffle and print the root to publish.", roles: [.operator],
    discussion: """
      Nobody can enter afterwards. Publish the root, and the list (`qix raffle export`) if you like, before the \
      beacon's value is known: they prove that nobody was added or taken out with an eye on the result. It can't be \
      taken back; a repeat prints the same root.
      """,
    parameters: [RaffleNamed.raffle],
    examples: [Example("qix raffle freeze spring", "then publish the root")], effect: .changes)

  private let raffle: String
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    raffle = try arguments.require(RaffleNamed.raffle)
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    let secrets = try context.drawSecrets()
    let frozen = try context.database.write(
      Change("draws.raffle-freeze", reason: reason), isDryRun: isDryRun
    ) { connection, change in
      var raffle = try Raffle.find(raffle, in: connection)
      try raffle.freezeList(at: context.clock.now(), secrets: secrets, in: connection)
      change.subject = "\(raffle.id): root \(raffle.freeze.map { "\($0.root)" } ?? "")"
      return raffle
    }
    var document = Document("raffle.freeze/1")
    document.primary = frozen.freeze.map { "\($0.root)" }
    frozen.describe(in: &document)
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    if isDryRun {
      context.terminal.note("Nothing was changed.")
    } else {
      let beacon = frozen.terms.beaconName == nil ? "" : " --beacon VALUE"
      context.terminal.note("Publish the root. Next: `qix raffle draw \(frozen.terms.name)\(beacon)`.")
    }
  }
}
