internal import DrawsContract
internal import QixModule

/// `qix raffle verify`
struct VerifyRaffle: Command {
  static let declaration = Declaration(
    "verify", "Verify a raffle by recomputing it.", roles: [.operator, .auditor],
    discussion: """
      Compares the secret with the commitment, the list with its root and the entries, and the winners with the \
      recomputed winners. Before the draw the vault supplies the secret, without showing it. After the draw an open \
      vault also shows whether secret and commitment were changed together. Without a vault, give the published \
      --commitment, --root and --beacon to find such a change. If anything does not match, it ends with \
      \(exit: .damaged).
      """,
    examples: [
      Example("qix raffle verify spring", "everything"),
      Example("qix raffle verify spring --beacon 8d2f1c", "also against the beacon's own source"),
    ],
    answer: AnswerShape("raffle.verify/1", fields), isCheck: true)

  private static let fields: [Field<RaffleVerification>] =
    [
      Field("raffle", .id.orNull) { $0.raffle.id },
      Field("sound", .boolean) { $0.faults.count == 0 },
      Field("state", .text) { $0.raffle.state.rawValue },
      Field("entrants", .integer.orNull) { $0.entrants },
      Field("winners", .integer) { $0.winners },
    ] + Faults.fields.of { $0.faults }

  private let raffle = RaffleNamed()
  @Option("commitment", .text, placeholder: "DIGEST", "The commitment published when the raffle was created")
  private var commitment: String?
  @Option("root", .text, placeholder: "DIGEST", "The root published when the list was frozen") private var root: String?
  @Option("beacon", .text, placeholder: "VALUE", "The beacon's value, from its own source") private var beacon: String?

  func run(in context: Context) throws -> Document {
    let isDrawn = try context.database.read { try Raffle.find(raffle.reference, in: $0).result != nil }
    let secrets = try isDrawn ? context.drawSecretsAtHand(of: context.database) : context.drawSecrets()
    var result = try context.database.read { connection in
      try RaffleVerification.run(
        Raffle.find(raffle.reference, in: connection), secrets: secrets?.ofRaffles(in: connection), in: connection)
    }
    let found = result.raffle
    let name = "'\(found.terms.name)'"
    result.faults.compare(commitment?.lowercased(), with: "\(found.commitment)", called: "commitment", of: name)
    result.faults.compare(root?.lowercased(), with: found.freeze.map { "\($0.root)" }, called: "root", of: name)
    result.faults.compare(beacon, with: found.result?.beacon, called: "beacon", of: name)
    var document = Document("raffle.verify/1", Self.fields, of: result)
    document.failure = result.faults.failure(of: "the raffle \(name)")
    return document
  }
}
