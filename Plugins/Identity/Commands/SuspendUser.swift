internal import IdentityContract
internal import QixModule

/// `qix user suspend`
struct SuspendUser: Command {
  static let declaration = Declaration(
    "suspend", "Stop a user from earning and spending until they are resumed.", roles: [.operator, .support],
    examples: [Example("qix user suspend shop-4711 --reason 'case 815'", "while support looks into it")],
    answer: "user.suspend/1: user id, standing text, was text",
    effect: .changes)

  private let user = UserNamed()

  func run(in context: Context) throws -> Document {
    try user.change(to: .suspended, "suspend", in: context) {
      "`qix user resume \($0)` takes it back; the coins stay where they are"
    }
  }
}
