internal import QixStorage
internal import QixTerminal

extension [Finding] {
  /// `subject: detail` of each fault, for the sentence of an error.
  var faults: [String] { filter { $0.verdict == .fault }.map { "\($0.subject): \($0.detail)" } }

  func document(_ schema: String) -> Document {
    var document = Document(schema)
    document.table(
      "findings",
      columns: [
        Column("check", "CHECK"), Column("verdict", "VERDICT"), Column("detail", "DETAIL"),
        Column("remedy", "REMEDY"),
      ],
      rows: map { finding in
        [
          .text(finding.subject), .text(finding.verdict.rawValue), .text(finding.detail),
          finding.remedy.map(Cell.text) ?? .missing,
        ]
      })
    return document
  }
}
