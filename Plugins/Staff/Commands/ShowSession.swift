internal import QixModule

/// `qix staff show`
struct ShowSession: Command {
  static let declaration = Declaration(
    "show", "Show who you are, until when you are signed in, and the commands that you may run.",
    roles: [.operator, .integrator, .support, .auditor],
    examples: [Example("qix staff show", "your name, role and commands")],
    answer: AnswerShape("staff.show/1", Shown.fields), needsNoRight: true, route: .at("GET /v1/staff/session"),
    follows: ["staff.ended"])

  private struct Shown {
    let principal: Principal
    /// Nil for a caller without one, such as a program.
    let session: StaffSession?
    let limits: SessionLimits
    let commands: [Admitted]

    static let fields: [Field<Shown>] = [
      Field("name", .text) { $0.principal.name },
      Field("role", .text) { $0.principal.role?.rawValue },
      Field("session", .id) { $0.session?.id },
      Field("by", .text, "signed in by") { $0.session?.way },
      Field("note", .text) { $0.session?.note },
      Field("created", .time, "signed in") { $0.session?.created },
      Field("expires", .time) { $0.session?.expires ?? $0.principal.expires },
      Field("idle_end", .time, "ends unused") { shown in shown.session.map { $0.end(shown.limits) } },
      Field("confirmed_until", .time, "confirmed until") { $0.principal.confirmedUntil },
      Field("commands", rows: Admitted.fields) { $0.commands },
    ]
  }

  func run(in context: Context) throws -> Document {
    let principal = context.principal
    let (session, limits) = try context.database.read { connection in
      let id = principal.session.flatMap { StaffSessionID($0) }
      return (try id.flatMap { try SessionStore(connection).session($0) }, try SessionLimits(in: connection))
    }
    let commands = context.program.tree.places.compactMap { Admitted($0, for: principal) }
    return Document(
      "staff.show/1", Shown.fields,
      of: Shown(principal: principal, session: session, limits: limits, commands: commands))
  }
}

/// A command that somebody may run, or ask for.
struct Admitted {
  let place: CommandTree.Place
  let declaration: Declaration
  let asks: Bool
  let reveals: Bool

  static let fields: [Field<Admitted>] = [
    Field("command", .text) { $0.place.path.dropFirst().joined(separator: " ") },
    Field("changes", .boolean) { $0.declaration.effect != .reads },
    Field("asks", .boolean) { $0.asks },
    Field("reveals", .boolean) { $0.reveals },
    Field("confirms", .boolean) { $0.declaration.needsFreshSignIn },
    Field("summary", .text) { $0.place.node.summary },
  ]

  /// Nil for a command that the gate refuses, one that works without an installation, and a group.
  init?(_ place: CommandTree.Place, for principal: Principal) {
    guard case .command(let type) = place.node, !type.isStandalone else { return nil }
    let gate = Gate(path: place.path, declaration: type.declaration)
    guard (try? gate.admit(principal, reveals: false)) != nil else { return nil }
    (self.place, declaration) = (place, type.declaration)
    asks = gate.approvers(for: principal) != nil
    reveals = type.declaration.reveals != nil && (try? gate.admit(principal, reveals: true)) != nil
  }
}
