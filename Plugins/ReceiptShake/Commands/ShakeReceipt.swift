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
  private static let waits = Field<Notice?>("waits", .text) { $0?.code }
  private static let waiting = [waits, Field("message", .text, "because") { $0?.sentence }]

  private let shake = ShakeOptions<String?>("The user who submits the receipt")
  @Option("image", .file, "A picture of the whole receipt: JPEG, PNG, WebP, HEIC or PDF")
  private var image: String
  @Option("device", .text, placeholder: "NAME", "The device's own name; only a keyed hash is kept")
  private var device: String?
  private let key = ShakeKey()

  func run(in context: Context) throws -> Document {
    let user = try context.user(shake.user)
    let sight = try ReceiptNamed.sight(of: image, toldBy: $image.label.description, context)
    if !context.isDryRun { try ReceiptKeys.ensure(context) }
    let answer = try context.shake(
      ShakeRequest(
        user: user, type: ReceiptShake.name, campaign: shake.campaign, context: ShakeContext(device: device),
        sights: ["image": sight], key: key.text))
    let receipt = ReceiptID(of: answer.shake)
    let notice: Notice? = if case .waits(let notice) = answer.outcome { notice } else { nil }
    let mayShow = notice != nil && context.mayRun("receipt review show", ShowReview.self)
    var document = try answer.document(
      "shake.receipt/1", user: shake.user, in: context, next: mayShow ? "`qix receipt review show \(receipt)`" : nil,
      adding: { document in
        // Of a receipt that is refused nothing is kept.
        var isKept = answer.hasNames(in: context)
        if case .refused = answer.outcome { isKept = false }
        document.fields(Self.own, of: isKept ? receipt : nil)
      })
    document.fields(document.failure == nil ? Self.waiting : [Self.waits], of: notice)
    return document
  }
}
