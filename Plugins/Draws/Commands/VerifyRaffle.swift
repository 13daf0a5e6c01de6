internal import DrawsContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix raffle verify`
struct VerifyRaffle: Command {
  static let declaration = Declaration(
    "verify", "Recompute a raffle and compare.", roles: [.operator, .auditor],
    discussion: """
      Compares the secret with the commitment, the list with its root and with the entries, and the winners with what \
      follows from secret, list and beacon. Before it is drawn the vault gives the secret, which isn't shown; afterwards \
      an open vault tells besides whether secret and commitment were changed together. Exit code 7 when anything does \
      not fit.
      """,
    parameters: [RaffleNamed.raffle],
    examples: [Example("qix raffle verify spring", "all of it")])

  private let raffle: String

  init(_ arguments: Arguments) throws { raffle = try arguments.require(RaffleNamed.raffle) }

  func run(in context: Context) throws {
    let isDrawn = try context.database.read { try Raffle.find(raffle, in: $0).result != nil }
    let secrets = try isDrawn ? context.drawSecretsAtHand(of: context.database) : context.drawSecrets()
    let result = try context.database.read { connection in
      try RaffleVerification.run(
        Raffle.find(raffle, in: connection), secrets: secrets?.ofRaffles(in: connection), in: connection)
    }
    var document = Document("raffle.verify/1")
    document.field("raffle", "raffle", .identifier("\(result.raffle.id)"))
    document.field("sound", "sound", .boolean(result.faults.count == 0))
    document.field("state", "state", .text(result.raffle.state.rawValue))
    document.field("entrants", "entrants", .integer(result.entrants))
    document.field("winners", "winners", .integer(result.winners))
    document.faults(result.faults)
    try context.terminal.emit(document)
    try result.faults.requireNone(of: "the raffle '\(result.raffle.terms.name)'")
  }
}
