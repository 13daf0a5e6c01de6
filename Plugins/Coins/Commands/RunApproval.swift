internal import CoinsContract
internal import QixModule

/// `qix coins approval run`
struct RunApproval: Command {
  static let declaration = Declaration(
    "run", "Finish your request after its approval, with the values that it keeps.",
    roles: [.operator, .support],
    discussion: """
      Only the requester can finish a request, and only once it is approved. It runs under the requester's name, \
      through the same checks as the command itself. Running it again gives the first answer, until the request \
      expires.

      The values are encrypted under a key of the vault until the request is used, declined or expired. They are not \
      kept if the vault was locked, or if a file, a secret or piped input is among them. In that case run the same \
      command again.
      """,
    examples: [Example("qix coins approval run apr_01m7w9tzg3f7fs9hn862jj74bb", "after it was approved")],
    answer: AnswerShape("coins.approval.run/1", fields), effect: .changes)

  private typealias Ran = (approval: Approval, at: Timestamp, answer: String)
  private static let fields: [Field<Ran>] = [
    Field("approval", .id) { $0.approval.id },
    Field("state", .text) { $0.approval.state(at: $0.at).name },
    Field("operation", .text) { $0.approval.operation },
    Field("answer", .object) { Cell.members(ofJSON: $0.answer) },
  ]

  @Positional("approval", .identifier(ApprovalID.self), "The apr_… that the command answered with")
  private var id: ApprovalID

  func run(in context: Context) throws -> Document {
    let (approval, now) = try context.requestToRun(id)
    guard approval.requestedBy == context.database.actor else {
      throw Failure(
        "coins.approval-not-requester", .notAllowed, "\(id) was requested by \(approval.requestedBy)",
        hint: "Only the requester can finish a request.")
    }
    if approval.state == .used {
      guard try context.keeps(.answer, of: id), let boxes = try RequestBoxes.open(context),
        let answer = try context.database.read({ try boxes.text(.answer, of: id, in: $0) })
      else { throw approval.over(at: now) }
      return Document("coins.approval.run/1", Self.fields, of: (approval, now, answer))
    }
    guard approval.state(at: now) != .pending else {
      throw Failure(
        "coins.approval-waits", .notAllowed, "\(id) is not approved yet",
        hint: approval.howToApprove(approval.approvers?.names ?? "Another person"))
    }
    guard approval.state(at: now) == .approved else { throw approval.over(at: now) }
    let (boxes, line) = try context.keptLine(of: id)
    let answer = try line.run(by: context.principal, isDryRun: context.isDryRun, in: context)
    if !context.isDryRun {
      let change = Change("coins.run-request", subject: "\(id)", reason: context.invocation.reason)
      try context.database.write(change) { connection, _ in
        _ = try boxes.keep(answer, as: .answer, of: id, random: context.random, in: connection)
      }
    }
    let after = try context.database.read { try Approval.find(id, in: $0) }
    var document = Document("coins.approval.run/1", Self.fields, of: (after, now, answer))
    document.primary = "\(id)"
    return document
  }
}

extension Context {
  /// A request that the caller may see.
  /// - Throws: `ApprovalError.notFound`.
  func requestToRun(_ id: ApprovalID) throws -> (Approval, Timestamp) {
    try database.read { connection in
      let approval = try Approval.find(id, in: connection)
      guard approval.isSeen(by: principal) else { throw ApprovalError.notFound(id) }
      return (approval, try AuditLog.latestMoment(clock.now(), in: connection))
    }
  }
}

extension Context {
  fileprivate func keeps(_ content: RequestBoxes.Content, of id: ApprovalID) throws -> Bool {
    try database.read { try RequestBoxes.has(content, of: id, in: $0) }
  }

  /// The command that a request keeps. Nothing that is kept needs no vault.
  /// - Throws: `coins.approval-not-kept`, or what opening the vault throws.
  func keptLine(of id: ApprovalID) throws -> (boxes: RequestBoxes, line: KeptLine) {
    guard try keeps(.line, of: id), let boxes = try RequestBoxes.open(self),
      let line = try database.read({ try boxes.line(of: id, in: $0) })
    else { throw Approval.notKept(id) }
    return (boxes, line)
  }
}

extension Approval {
  func over(at now: Timestamp) -> Failure {
    Failure(
      "coins.approval-over", .conflict, "\(id) is \(state(at: now).name) already",
      hint: "Run the command again to make a new request.")
  }

  static func notKept(_ id: ApprovalID) -> Failure {
    Failure(
      "coins.approval-not-kept", .refused, "the values of \(id) were not kept",
      hint: """
        Run the same command again; it goes through once. Values are kept only if the vault is open, and no file, \
        secret or standard input is among them.
        """)
  }
}

extension Cell {
  /// The members of an object of JSON; nil for any other text.
  static func members(ofJSON text: String) -> [CellMember]? {
    guard let object = (try? JSONValue(parsing: text))?.object else { return nil }
    return object.members.map { CellMember($0.key, Cell(json: $0.value)) }
  }

  private init(json: JSONValue) {
    switch json {
    case .null: self = .missing
    case .bool(let bool): self = .boolean(bool)
    case .integer(let integer): self = .integer(integer)
    case .double(let double): self = .decimal(double, places: 6)
    case .string(let text): self = .text(text)
    case .array(let elements): self = .list(elements.map(Cell.init(json:)), separator: ", ")
    case .object(let object): self = .object(object.members.map { CellMember($0.key, Cell(json: $0.value)) })
    }
  }
}
