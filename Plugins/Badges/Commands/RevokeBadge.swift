internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix badge revoke`
struct RevokeBadge: OldCommand {
  static let declaration = Declaration(
    "revoke", "Take a badge away from a user.", roles: [.operator],
    discussion: "One that shakes lead to is counted anew from the next shake on.",
    parameters: [BadgeNamed.name, BadgeNamed.user],
    examples: [Example("qix badge revoke founder --user shop-4711 --reason 'given by mistake'", "a mistake undone")],
    effect: .changes)

  private let giving: Giving

  init(_ arguments: Arguments) throws { giving = try Giving(arguments) }

  func run(in context: Context) throws {
    try giving.run("revoke", in: context) { store, kept, user in
      guard try store.revoke(kept.number, from: user) else { throw BadgeError.notHeld(kept.badge.name) }
      return true
    }
  }
}
