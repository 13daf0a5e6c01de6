internal import QixShake

/// `qix receipt review show`
struct ShowReview: OldCommand {
  private static let svg = OldOption(
    "svg", .output(.record), "Draw the picture with boxes over what was read here; needs --reveal")

  static let declaration = Declaration(
    "show", "Show a receipt that a person has to look at: why, what was read, and the picture.",
    roles: [.operator, .support],
    discussion: """
      What is on the receipt is personal: it is masked, --reveal shows it, needs --reason, and is written to the audit \
      log. --svg writes the picture into a file that nobody else can read, with a box around each field: green where the \
      reading is sure, red where it isn't, and what was read as the box's title. Delete it when you have decided.
      """,
    parameters: [ReceiptNamed.receipt, svg, OutputKind.force],
    examples: [
      Example(
        "qix receipt review show rct_01m7w9tzg3f7fs9hn862jj74bb --svg receipt.svg --reveal --reason 'review queue'",
        "with its picture"),
      Example("qix receipt review show rct_01m7w9tzg3f7fs9hn862jj74bb", "why it waits"),
    ], reveals: [.operator, .support])

  private let id: ReceiptID
  private let svg: String?
  private let replaces: Bool
  private let reveal: Reveal?

  init(_ arguments: Arguments) throws {
    id = try arguments.require(ReceiptNamed.receipt)
    svg = arguments[Self.svg]
    replaces = arguments[OutputKind.force]
    reveal = arguments.reveal
    if svg != nil, reveal == nil {
      throw UsageError("--svg needs --reveal", hint: "Add --reveal --reason TEXT; the audit log keeps who looked.")
    }
  }

  func run(in context: Context) throws {
    if let svg, svg != "-" { try NewFile.requirePlace(svg, replacing: replaces) }
    let page = try ReceiptPage(id, isRevealing: reveal != nil, context)
    var drawing: ReviewDrawing?
    if svg != nil {
      guard let receipt = page.receipt else { throw ReceiptShakeError.gone(id) }
      guard let picture = page.picture else { throw ReceiptShakeError.noPicture(id) }
      drawing = ReviewDrawing(receipt: receipt, picture: picture)
    }
    let terminal = try context.terminal(revealing: reveal, subject: "\(id)")
    if let drawing, svg == "-" { return try terminal.write(drawing.svg()) }
    var document = Document("receipt.review-show/1")
    page.describe(in: &document)
    document.table(
      "reasons", title: "A person has to look because", columns: [Column("sign", "SIGN"), Column("reason", "REASON")],
      rows: page.record.signs.map { [.text($0.rawValue), .text($0.sentence)] })
    try terminal.emit(document)
    if let drawing, let svg {
      let bytes = Array(drawing.svg().utf8)
      try NewFile.write(to: svg, replacing: replaces) { file in try bytes.withUnsafeBytes(file.write) }
      terminal.note("The picture is in \(svg).")
    }
    if page.record.state == .review {
      terminal.note("Next: `qix receipt review approve \(id) --reason TEXT`, or reject, or correct.")
    }
  }
}
