internal import QixReceipts
internal import QixShake

/// `qix receipt review show`
struct ShowReview: Command {
  static let declaration = Declaration(
    "show", "Show a receipt pending review: the reasons, the fields and the picture.",
    roles: [.operator, .support],
    discussion: """
      The fields of a receipt are personal, so they are masked. --reveal shows them, needs --reason, and is written to \
      the audit log. --svg writes the picture to a file that only you can read, with a box around each field. The box \
      is green if the reading is sure, and red if not. Its title is the text that was read. Delete the file \
      after your decision. `qix receipt picture` answers the picture without boxes.
      """,
    examples: [
      Example(
        "qix receipt review show rct_01m7w9tzg3f7fs9hn862jj74bb --svg receipt.svg --reveal --reason 'review queue'",
        "with its picture"),
      Example("qix receipt review show rct_01m7w9tzg3f7fs9hn862jj74bb", "why it is in review"),
    ],
    answer: AnswerShape("receipt.review-show/1", ReceiptPage.fields() + reasons + ofPicture),
    reveals: [.operator, .support])

  private static let reasons: [Field<ReceiptPage>] = [
    Field("reasons", rows: reason, title: "Reasons for the review") { $0.record.signs }
  ]

  private static let reason: [Field<Sign>] = [
    Field("sign", .text) { $0.rawValue },
    Field("reason", .text) { $0.sentence },
  ]

  /// For programs, which lay the boxes over the picture of `qix receipt picture`.
  private static let ofPicture: [Field<ReceiptPage>] = [
    Field(optional: "picture", object: place, title: "Picture", shown: { _ in false }) { page in
      page.pictureUntil.map { (until: $0, receipt: page.receipt) }
    }
  ]

  private static let place: [Field<(until: Timestamp, receipt: Receipt?)>] = [
    Field("until", .time) { $0.until },
    Field(optional: "width", .count) { $0.receipt?.width },
    Field(optional: "height", .count) { $0.receipt?.height },
    Field("boxes", rows: box, title: "Boxes") { $0.receipt?.marks ?? [] },
  ]

  private static let box: [Field<Receipt.Mark>] = [
    Field("field", .text) { $0.name },
    Field("x", .count) { $0.place.x },
    Field("y", .count) { $0.place.y },
    Field("width", .count) { $0.place.width },
    Field("height", .count) { $0.place.height },
    Field("confidence", .share(places: 2)) { $0.confidence },
  ]

  private let receipt = ReceiptNamed()
  @Option("svg", .output(.record), "Write the picture, with boxes over the fields, to this file; needs --reveal")
  private var svg: String?
  private let force = ForceFlag()

  func run(in context: Context) throws -> Document {
    if svg != nil, !context.invocation.reveals {
      throw UsageError("--svg needs --reveal", hint: "Add --reveal --reason TEXT. The audit log keeps who looked.")
    }
    if svg != nil { try context.requireRevealOfAll() }
    if let svg, svg != "-" { try NewFile.requirePlace(svg, replacing: force.isGiven) }
    let id = receipt.id
    let page = try ReceiptPage(id, context)
    var drawing: ReviewDrawing?
    if svg != nil {
      let picture = try page.requirePicture()
      drawing = page.receipt.map { ReviewDrawing(receipt: $0, picture: picture) }
    }
    var document = try page.document("receipt.review-show/1", in: context)
    document.fields(Self.reasons + Self.ofPicture, of: page)
    if let drawing, svg == "-" {
      try context.face.write(drawing.svg())
      document.isSilent = true
      return document
    }
    if let drawing, let svg {
      try NewFile.write(drawing.svg(), to: svg, replacing: force.isGiven)
      document.note("The picture is in \(svg).")
    }
    if page.record.state == .review {
      document.next("`qix receipt review approve \(id) --reason TEXT`, or reject, or correct")
    }
    return document
  }
}
