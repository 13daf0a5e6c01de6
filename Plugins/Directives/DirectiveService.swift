internal import DirectivesContract
internal import IdentityContract
internal import QixShake
internal import ShakesContract

/// What the pipeline asks: the directives in force, and that they are fetched.
struct DirectiveService: DirectiveResolving {
  private let cache: DirectiveCache
  private let context: Context

  init(_ context: Context) throws {
    self.context = context
    cache = DirectiveCache(
      users: try ContextUsers(context), types: Set(try ShakeTypes.all(of: context.registry).keys))
  }

  func prepare(in connection: Connection) throws { try cache.prepare(in: connection) }

  func choice(
    for context: ShakeContext, user: UserID, type: String?, at: Timestamp, in connection: Connection
  ) throws -> DirectiveChoice? {
    try cache.choice(for: context, user: user, type: type, at: at, in: connection)
  }

  func refreshIfOld() { DirectiveRefresh.refreshIfOld(in: context) }
  func refreshing() -> PeriodicTask { DirectiveRefresh.beside(context) }
}
