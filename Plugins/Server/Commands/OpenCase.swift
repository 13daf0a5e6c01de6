internal import QixModule

/// `qix case open`
struct OpenCase: Command {
  static let declaration = Declaration(
    "open", "Say that you are working on a case, and see who else is.", roles: [.operator, .support, .auditor],
    discussion: """
      A case is named by an id, such as that of a user, a receipt or a request. It counts as open for a minute: a page \
      says it again as long as it shows the case. The server keeps this in memory alone. It reserves nothing.
      """,
    examples: [Example("qix case open usr_01m7w9tzg3f7fs9hn862jj74bb", "only of use over HTTP")],
    answer: AnswerShape("case.open/1", "others", rows: fields), route: .at("POST /v1/cases/{subject}/open"))

  private static let fields: [Field<OpenCases.Visit>] = [
    Field("by", .text) { $0.by },
    Field("since", .time) { $0.since },
  ]

  @Positional("subject", .text, "The id of what the case is about") private var subject: String

  func check() throws {
    guard Search.isID(subject) else {
      throw UsageError("SUBJECT is not an id", hint: "Give the whole id, such as usr_….")
    }
  }

  func run(in context: Context) throws -> Document {
    let cases = try context.service(ifProvided: OpenCases.key)
    let others = cases?.visit(subject.lowercased(), by: context.principal.name, at: context.clock.now()) ?? []
    var document = Document("case.open/1")
    document.table("others", Self.fields, rows: others)
    if cases == nil {
      document.note("Only a running server knows who works on a case.")
    } else if others.isEmpty {
      document.note("Nobody else is working on it.")
    }
    return document
  }
}
