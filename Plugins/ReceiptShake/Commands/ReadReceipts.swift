internal import QixReceipts
internal import QixShake

/// `qix receipt read`
struct ReadReceipts: Command {
  static let declaration = Declaration(
    "read", "Read pictures of receipts, and show what they say.", roles: [.operator, .support],
    discussion: """
      Nothing is stored or paid. Each picture gives one line of JSON, in the order of the files. The line has the \
      fields, with confidence and place (x, y, width and height in pixels of the upright picture). Amounts are in the \
      currency's smallest unit. If a picture can't be read, its line is an error and the next picture follows. The \
      command then ends with \(exit: .failed).
      """,
    examples: [
      Example("qix receipt read data/pictures/receipt.png", "one picture"),
      Example("qix receipt read scans/*.jpg > receipts.jsonl", "many pictures"),
      Example("qix receipt read --parts top.jpg bottom.jpg", "a long receipt"),
    ])

  @Positional("files", .file, "Pictures of receipts", isRequired: true)
  private var files: [String]
  @Flag("parts", "The pictures are parts of one receipt, from the top down") private var areParts: Bool
  @Flag("lines", "Also show every line of text, with its place") private var showsLines: Bool

  func run(in context: Context) throws -> Printed {
    let lens = context.lens
    var unread = 0
    for paths in areParts ? [files] : files.map({ [$0] }) {
      var line: JSONObject = ["schema": "receipt.read/1", "file": .string(paths[0])]
      do {
        let sight = try ReceiptNamed.sight(of: paths, toldBy: $files.label.description, context, lens: lens)
        guard let reading = ReceiptReading(sight.reading) else { throw LensError.unreadable }
        line["sha256"] = .string("\(sight.digest)")
        line["engine"] = sight.reading["engine"]
        line["receipt"] = .object((showsLines ? reading.receipt : reading.receipt.withoutLines).toJSON())
        line["tokens"] = .array(reading.receipt.numericTokens.map { .string($0) })
      } catch let error as LensError where error.category == .usage {
        unread += 1
        line["error"] = ["code": .string(error.code), "message": .string(error.description)]
      }
      try context.face.writeLine(JSONValue.object(line).text())
    }
    if unread > 0 {
      throw Failure(
        "receiptshake.files-unread", .failed, "\(unread.counted("file")) could not be read",
        hint: "The answer for each file gives the reason. The other files are done.")
    }
    return Printed()
  }
}
