internal import QixCrypto
package import QixKernel
package import QixStorage
package import QixTerminal

/// The program that the catalogue's modules make together.
package enum Qix {
  package static let version = "0.1.0"

  /// - Parameters:
  ///   - disabled: ids of modules to leave out.
  ///   - home: where the data is when no `--home` says so.
  ///   - engine: opens the database of a home folder; tests give one that injects faults.
  package static func program(
    disabled: Set<String> = [], home defaultHome: String, actor: String, clock: any Clock = SystemClock(),
    random: (any RandomSource)? = nil,
    engine: @escaping @Sendable (HomeFolder) -> any Engine = { SQLiteEngine(path: $0.database) }
  ) throws -> Program {
    let registry = try Registry(Catalog.modules, disabled: disabled)
    return Program(
      name: "qix", version: version, summary: "Loyalty and engagement: campaigns, coins, rewards", registry: registry
    ) { arguments in
      let home = HomeFolder(path: arguments.home ?? defaultHome)
      let migrator = Migrator(registry)
      var context = Context(
        clock: clock, random: random ?? SystemRandomSource(), services: Services(registry))
      context.registry = registry
      context.home = home
      context.migrator = migrator
      context.database = Database(
        home: home, engine: engine(home), clock: clock, access: arguments.isReadOnly ? .readOnly : .readWrite,
        actor: actor, migrator: migrator)
      return context
    }
  }
}
