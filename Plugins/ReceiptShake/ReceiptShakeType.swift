internal import QixCrypto
internal import QixReceipts
internal import QixShake
internal import VaultContract

/// The Receipt shake. What its picture says was read before the shake, by the lens; here it is held against the rules
/// and against all receipts there are.
struct ReceiptShake: PreparedShakeType {
  static let name = "receipt"
  static let summary = "photographs a till receipt; each receipt counts once, for the first user"
  static let settings = ReceiptRules.settings
  static let sights = [
    SightField(
      "image", operation: ReceiptLook.name, "A picture of the whole receipt: JPEG, PNG, WebP, HEIC or PDF",
      isRequired: true)
  ]

  /// The letters of a receipt's id are those of its shake's.
  static let decisions = ["receiptshake.approve", "receiptshake.reject", "receiptshake.correct"]

  let rules: ReceiptRules
  private let ruleFaults: [String]
  private var tools: Tools?

  /// Tools that only the program has.
  private struct Tools: Sendable {
    let store: any SecretStore
    let random: any RandomSource
    /// Nil while nobody has made them.
    let keys: ReceiptKeys?
  }

  init(_ settings: ShakeSettings) {
    var faults: [String] = []
    rules = ReceiptRules(settings, faults: &faults)
    ruleFaults = faults
  }

  static let needsVault = true
  /// Whoever draws a receipt would draw on until it is taken.
  static let isForetold = false
  /// Who draws a receipt draws its amounts.
  var boundsUnits: Bool { rules.units == .receipt || rules.mostUnits != nil }

  /// Opens the vault.
  mutating func prepare(in context: Context) throws {
    let store = try context.service(Secrets.store)
    let keys = try context.database.read { try ReceiptKeys.find(store, in: $0) }
    tools = Tools(store: store, random: context.random, keys: keys)
  }

  func faults(in connection: Connection) throws -> [String] { ruleFaults }

  func verify(_ attempt: Attempt, in connection: Connection) throws -> Verdict {
    guard let tools else {
      throw Failure("receiptshake.not-prepared", .failed, "the keys of receipts were not fetched before the shake")
    }
    guard let sight = attempt.sight("image"), var reading = ReceiptReading(sight.reading),
      !reading.receipt.isUnreadable
    else { return .refused(Self.unreadable) }
    reading.receipt = rules.dated(reading.receipt)
    // Keys that are made now belong to this transaction, which may be taken back: they are not kept in memory.
    let keys = try tools.keys ?? ReceiptKeys.make(tools.store, in: connection)
    let identity = Identity(
      reading.receipt, look: reading.look, digest: sight.digest, dear: rules.dear(reading.receipt), keys)
    let duplicate = try DuplicateIndex(connection: connection).duplicate(of: identity)
    var signs: [Sign] = []
    var alike: ReceiptMatch?
    switch duplicate {
    case .same(let match):
      // Of the very picture that was rejected nothing was used.
      guard match.state == .rejected else { return .refused(Self.usedAlready) }
      return .refused(match.user == attempt.user ? ReviewService.rejected : Self.pictureKnown)
    case .perhaps(let match, let found): (alike, signs) = (match, found)
    case nil: break
    }
    var proof: Proof?
    switch rules.evaluate(reading.receipt, at: attempt.at) {
    case .refused(let refusal): return .refused(refusal)
    case .unsure(let unsure): signs = unsure + signs
    case .counts(let counted): proof = counted
    }
    let handed = HandedIn(
      attempt: attempt, reading: reading, identity: identity, signs: signs, alike: alike, keys: keys,
      random: tools.random)
    if let proof, signs.isEmpty {
      try handed.keep(as: .counted, in: connection)
      return .accepted(proof)
    }
    guard try handed.mayBeReviewed(in: connection) else { return .refused(Self.tooMany) }
    try handed.keep(as: .review, in: connection)
    return .waits(Proof(units: 0), Self.inReview)
  }

  static let unreadable = Refusal(
    "receiptshake.unreadable", "the receipt can't be read",
    hint: "Lay it flat in good light, and take a new picture of the whole receipt.")
  /// Says nothing of whose it was, or when: one sentence for the user who handed it in before, and for everybody else.
  static let usedAlready = Refusal("receiptshake.used-already", "this receipt has been used already")
  static let pictureKnown = Refusal(
    "receiptshake.picture-known", "this picture was submitted before",
    hint: "Take your own picture of the receipt and submit it.")
  package static func meaning(of code: String) -> String? {
    guard code == usedAlready.code else { return nil }
    return
      "a receipt counts once, and this receipt was submitted before, by this user or another, in this campaign or "
      + "another. Don't tell the user by whom. Support and operators find the other one with `qix receipt find --image "
      + "FILE`, or with --number and the number that the user reads out. If it is still in review, decide it with `qix "
      + "receipt review`. If they are two papers, ask for a new picture that shows day, time and number, or compensate "
      + "the user with `qix coins goodwill`"
  }
  static let tooMany = Refusal(
    "receiptshake.too-many-reviews", "several of your receipts are still under review",
    hint: "Submit this one again when they are decided.")
  static let inReview = Notice(
    "receiptshake.in-review", "we will check your receipt; if it counts, you get the coins automatically")
}
