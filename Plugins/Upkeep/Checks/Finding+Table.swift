internal import QixModule

extension [Finding] {
  /// `subject: detail` of each fault, for the sentence of an error.
  var faults: [String] { filter { $0.verdict == .fault }.map { "\($0.subject): \($0.detail)" } }

  func document(_ schema: String) -> Document {
    var document = Document(schema)
    document.table("findings", Finding.fields, rows: self)
    return document
  }
}

extension Finding {
  static let fields: [Field<Finding>] = [
    Field("check", .text) { $0.subject },
    Field("verdict", .text) { $0.verdict.rawValue },
    Field("detail", .text) { $0.detail },
    Field("remedy", .text) { $0.remedy },
  ]
}
