internal import QixBatch
internal import QixModule

/// `qix coins apply`
struct ApplyCommand: Command {
  static let declaration = Declaration(
    "apply", "Do the operations of a file: any kind, several of them all or nothing.", roles: [.operator],
    discussion: """
      Each line is an operation: op (issue, fund, transfer, redeem, hold, capture, void, reverse) and what it needs of \
      from, to, amount, transfer (trf_…, of capture, void and reverse), expires (of a hold: when it times out), and \
      key, at, reason. A line whose linked is true is done only together with the line that follows it; a chain of \
      such lines is done all or nothing.
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
