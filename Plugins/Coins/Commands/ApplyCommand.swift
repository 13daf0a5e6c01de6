internal import QixBatch
internal import QixModule

/// `qix coins apply`
struct ApplyCommand: Command {
  static let declaration = Declaration(
    "apply", "Do the operations of a file: of any kind, linked ones all or nothing.", roles: [.operator],
    discussion: """
      Each line is an operation. Its column op is issue, fund, transfer, redeem, hold, capture, void or reverse. \
      Each operation needs some of the columns from, to, amount, transfer and expires. capture, void and reverse \
      need transfer, a trf_…. For a hold, expires is when it times out. The columns key, at and reason are \
      optional. A line with a true value in linked is done only together with the next line. A chain of such lines \
      is done all or nothing.
      """,
    examples: [
      Example(
        "qix coins apply --file data/examples/operations.jsonl --results answers.jsonl",
        "JSON Lines, or CSV with a header"),
      Example(
        "printf '{\"op\":\"redeem\",\"from\":\"ada\",\"amount\":5,\"linked\":true}\\n"
          + "{\"op\":\"issue\",\"to\":\"bob\",\"amount\":5}\\n' | qix coins apply --file -",
        "two of them, all or nothing"),
    ],
    answer: .batch | .approval, effect: .changes, grants: true)

  private let batch = BatchOptions()

  func run(in context: Context) throws -> Document {
    let file = try batch.required()
    return try batch.run(file, "apply", columns: OperationLines.columnNames, in: context) { _, shape in
      OperationLines(shape)
    }
  }
}
