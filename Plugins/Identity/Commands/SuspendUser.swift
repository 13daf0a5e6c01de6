internal import IdentityContract
internal import QixModule

/// `qix user suspend`
struct SuspendUser: Command {
  static let declaration = Declaration(
    "suspend", "Stop a user from earning and spending until they are resumed.", roles: [.operator, .support],
    discussion: """
      Support has to give --reason. If a user was suspended without a reason, the same command with --reason adds \
      it.
      """,
    examples: [Example("qix user suspend shop-4711 --reason 'case 815'", "while support looks into it")],
    answer: AnswerShape("user.suspend/1", UserNamed.standings), effect: .changes)

  private let user = UserNamed()

  func run(in context: Context) throws -> Document {
    // Whoever may do it alone knows the case; at the desk another one goes on with it, and needs to read why.
    guard context.principal.role != .support || context.invocation.neededReason != nil else {
      throw UsageError(
        "suspending a user needs --reason", hint: "For example, give the number of the case: --reason 'case 815'.")
    }
    let mayResume = context.principal.role.map(ResumeUser.declaration.roles.admits) ?? false
    return try user.change(to: .suspended, "suspend", in: context) {
      mayResume
        ? "`qix user resume \($0)` takes it back; the coins stay where they are"
        : "`qix user resume \($0)` asks for it to be taken back; the coins stay where they are"
    }
  }
}
