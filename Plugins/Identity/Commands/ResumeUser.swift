internal import IdentityContract
internal import QixModule

/// `qix user resume`
struct ResumeUser: Command {
  static let declaration = Declaration(
    "resume", "Let a suspended user act again.", roles: [.operator], requests: [.support],
    examples: [Example("qix user resume shop-4711 --reason 'case 815 closed'", "let them act again")],
    answer: AnswerShape("user.resume/1", UserNamed.standings), effect: .changes)

  private let user = UserNamed()

  func run(in context: Context) throws -> Document {
    try user.change(to: .active, "resume", in: context) { "`qix user show \($0)`" }
  }
}
