internal import QixReceipts
internal import QixShake

/// `qix receipt read`
struct ReadReceipts: Command {
  static let declaration = Declaration(
    "read", "Read pictures of receipts, and show what they say.", roles: [.operator, .support],
    discussion: """
      Nothing is kept and nobody is paid. A line of JSON for each picture as soon as it is read, in the order of the files: what was found, with \
      the confidence and place of each field (x, y, width and height in pixels of the upright picture), amounts in the \
      currency's smallest units; or an error, after which the next picture is read. The exit code is 1 where one could \
      not be read.
      """,
    examples: [
      Example("qix receipt read receipt.jpg", "one"),
      Example("qix receipt read scans/*.jpg > receipts.jsonl", "many"),
    ])

  @Positional("files", .file, "Pictures of receipts; - is standard input", isRequired: true)
  private var files: [String]
  @Flag("lines", "Every line that was read too, with its place") private var showsLines: Bool

  func run(in context: Context) throws -> Printed {
    let lens = context.lens
    var unread = 0
    for file in files {
      var line: JSONObject = ["schema": "receipt.read/1", "file": .string(file)]
      do {
        let sight = try ReceiptNamed.sight(of: file, toldBy: $files.label, context, lens: lens)
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
        hint: "The answers say of each why; the others are done.")
    }
    return Printed()
  }
}
