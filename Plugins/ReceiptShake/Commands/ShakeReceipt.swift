internal import IdentityContract
internal import QixShake

/// `qix shake receipt`
struct ShakeReceipt: Command {
  static let declaration = Declaration(
    "receipt", "Shake with a picture of a till receipt.", roles: [.operator, .integrator, .user],
    discussion: """
      A separate process without rights reads the picture. A receipt counts once, across all users and campaigns. If \
      the reading is not sure, or the receipt resembles another one, it goes to review. Then the outcome is 'waits' \
      with \(exit: nil), and the coins come after approval. A receipt that doesn't count has \(exit: .refused).

      Give a long receipt in parts: repeat --image from the top down. Each part must show the last lines of the one \
      before. Together they are one receipt.
      """,
    examples: [
      Example("qix shake receipt --user shop-4711 --campaign summer --image receipt.jpg", "one receipt"),
      Example(
        "qix shake receipt --user shop-4711 --image receipt.jpg --idempotency-key up-8812 --json",
        "pays once, even if sent again"),
    ],
    answer: .shake("shake.receipt/1", adding: own, ending: waiting), effect: .changes,
    givenByCustomers: ["campaign", "image", "device"])

  private static let own: [Field<ReceiptID?>] = [Field("receipt", .id) { $0 }]
  private typealias Waiting = (notice: Notice, until: Timestamp?)?
  private static let waits = [
    Field<Waiting>("waits", .text) { $0?.notice.code },
    Field<Waiting>("decide_by", .time, "decided by") { $0?.until },
  ]
  private static let waiting = waits + [Field("message", .text, "because") { $0?.notice.sentence }]

  private let shake = ShakeOptions<String?>("The user who submits the receipt")
  @Option("image", .file, "A picture of the receipt, or of a part: JPEG, PNG, WebP, HEIC or PDF", isRequired: true)
  private var images: [String]
  @Option("device", .text, placeholder: "NAME", "The device's own name; only a keyed hash is kept")
  private var device: String?
  private let key = ShakeKey()

  func run(in context: Context) throws -> Document {
    let user = try context.user(shake.user)
    let sight = try ReceiptNamed.sight(of: images, toldBy: $images.label.description, context)
    if !context.isDryRun { try ReceiptKeys.ensure(context) }
    let answer = try context.shake(
      ShakeRequest(
        user: user, type: ReceiptShake.name, campaign: shake.campaign, context: ShakeContext(device: device),
        sights: ["image": sight], key: key.text))
    let receipt = ReceiptID(of: answer.shake)
    var waiting: Waiting = nil
    if case .waits(let notice) = answer.outcome {
      let until = try context.database.read { connection in
        try ReceiptRecord.find(receipt, in: connection).map { try ReceiptRecord.decideBy($0.at, in: connection) }
      }
      waiting = (notice, until)
    }
    let mayShow = waiting != nil && context.mayRun("receipt review show", ShowReview.self)
    var document = try answer.document(
      "shake.receipt/1", user: shake.user, in: context, next: mayShow ? "`qix receipt review show \(receipt)`" : nil,
      adding: { document in
        // Of a receipt that is refused nothing is kept.
        var isKept = answer.hasNames(in: context)
        if case .refused = answer.outcome { isKept = false }
        document.fields(Self.own, of: isKept ? receipt : nil)
      })
    document.fields(document.failure == nil ? Self.waiting : Self.waits, of: waiting)
    return document
  }
}
