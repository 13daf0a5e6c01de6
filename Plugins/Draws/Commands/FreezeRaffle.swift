internal import DrawsContract
internal import QixModule

/// `qix raffle freeze`
struct FreezeRaffle: Command {
  static let declaration = Declaration(
    "freeze", "Close the list of a raffle and print the root to publish.", roles: [.operator],
    discussion: """
      After this no user can enter. Before the beacon's value is known, publish the root, and if you like the list \
      (`qix raffle export`). They prove that the list was fixed before the result was known. Freezing can't be \
      undone; a repeat prints the same root.
      """,
    examples: [Example("qix raffle freeze spring", "then publish the root")],
    answer: AnswerShape("raffle.freeze/1", Raffle.fields), effect: .changes)

  private let raffle = RaffleNamed()

  func run(in context: Context) throws -> Document {
    let secrets = try context.drawSecrets()
    let frozen = try context.change("draws.raffle-freeze") { connection, change in
      var raffle = try Raffle.find(raffle.reference, in: connection)
      try raffle.freezeList(at: context.clock.now(), secrets: secrets, in: connection)
      change.subject = "\(raffle.id): root \(raffle.freeze.map { "\($0.root)" } ?? "")"
      return raffle
    }
    var document = Document("raffle.freeze/1", Raffle.fields, of: frozen)
    document.primary = frozen.freeze.map { "\($0.root)" }
    let beacon = frozen.terms.beaconName == nil ? "" : " --beacon VALUE"
    document.next("publish the root, then `qix raffle draw \(frozen.terms.name)\(beacon)`")
    return document
  }
}
