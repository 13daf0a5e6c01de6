internal import Glibc
package import QixCommands
internal import QixCrypto
package import QixKernel
internal import QixLens
internal import QixModule
internal import QixNetwork
package import QixStorage
package import QixTerminal
internal import Upkeep
internal import Vault

/// The program that the catalogue's modules make together.
package enum Qix {
  package static let version = "0.7.0"

  /// The program without the modules that the environment or the config file switches off.
  /// - Parameters:
  ///   - config: becomes a failure where they can't be switched off. The program then has all modules; it shows help and
  ///     version, and tells the fault where a command would run.
  ///   - modules: the catalogue; none where only the version is asked for.
  /// - Throws: `registry.invalid` for a catalogue that can't be loaded whatever is switched off.
  package static func program(
    _ environment: Environment, _ config: inout FoundConfig, home: String, actor: String,
    executable: String? = nil, modules: [any Module.Type] = Catalog.modules
  ) throws -> Program {
    guard !modules.isEmpty else { return try program(home: home, actor: actor, executable: executable, modules: []) }
    let disabled = DisabledModules(environment, (try? config.get()) ?? ConfigFile())
    do {
      var program = try program(disabled: disabled.ids, home: home, actor: actor, executable: executable)
      program.absent = { switchedOff($0, disabled) }
      return program
    } catch let error as Failure where error.code == "registry.invalid" {
      guard let place = disabled.place else { throw error }
      config = .fault(UsageError("\(place): \(error.description)", hint: error.hint))
      return try program(home: home, actor: actor, executable: executable)
    }
  }

  /// Returns the error for a command of a module that is switched off: it says by whom and where.
  private static func switchedOff(_ command: String, _ disabled: DisabledModules) -> UsageError? {
    let module = Catalog.modules.first { module in
      [module.id, module.cutFrom].contains { $0.map(disabled.ids.contains) ?? false }
        && ((module as? any CommandProviding.Type)?.commands ?? []).contains { $0.name == command }
    }
    guard let module, let place = disabled.place else { return nil }
    return UsageError(
      "'\(command)' belongs to the module '\(module.id)', which is switched off",
      hint: "It is switched off by \(place).")
  }

  /// Returns the part of the program to run where it was executed under another name than its own, in a process of its
  /// own. Not a command, so neither help nor the gate of commands knows it.
  /// - Parameter name: `argv[0]`.
  package static func resident(_ name: String?) -> (() -> Int32)? {
    switch name {
    case VaultModule.agentName: { VaultModule.runAgent() }
    case LensWorker.name: { LensWorker.run { LensOperations.all(of: Catalog.modules) } }
    default: nil
    }
  }

  /// - Parameters:
  ///   - disabled: ids of modules to leave out.
  ///   - home: where the data is when no `--home` says so.
  ///   - executable: the program's own file, where this process is the program.
  ///   - modules: the catalogue; tests add modules of their own.
  ///   - engine: opens the database of a home folder; tests give one that injects faults.
  package static func program(
    disabled: Set<String> = [], home defaultHome: String, actor: String, clock: any Clock = SystemClock(),
    random: (any RandomSource)? = nil, executable: String? = nil, modules: [any Module.Type] = Catalog.modules,
    engine: @escaping @Sendable (HomeFolder) -> any Engine = { SQLiteEngine(path: $0.database) }
  ) throws -> Program {
    let registry = try Registry(modules, disabled: disabled)
    var program = Program(
      name: "qix", version: version, summary: "Loyalty and engagement: campaigns, coins, rewards", registry: registry
    ) { globals in
      let home = HomeFolder(path: globals.home ?? defaultHome)
      let migrator = Migrator(registry)
      var context = Context(
        clock: clock, random: random ?? SystemRandomSource(), services: Services(registry))
      context.registry = registry
      context.executable = executable
      context.http = CurlHTTPClient(userAgent: "qix/\(version)")
      context.mail = CurlMailClient()
      context.home = home
      context.migrator = migrator
      let database = Database(
        home: home, engine: engine(home), clock: clock, access: globals.isReadOnly ? .readOnly : .readWrite,
        actor: actor, migrator: migrator,
        followers: { registry.eventFollowers })
      // The process ends behind the command, and what it has open with it: taking apart what SQLite keeps in memory is a
      // twentieth of a single command's work (docs/decisions/0020).
      if executable != nil { _ = Unmanaged.passRetained(database) }
      context.database = database
      context.principal = try principal(globals, named: actor, in: context)
      context.seat = seat
      seat(&context, database)
      return context
    }
    program.sections = { Help.sections }
    program.guides = { Guides.headings }
    program.synonyms = { Synonyms.table }
    return program
  }

  /// Puts a database into a context, under the name of its principal, and what stands on it.
  @Sendable private static func seat(_ context: inout Context, _ database: Database) {
    let (principal, registry, clock) = (context.principal, context.registry, context.clock)
    context.database =
      principal.name == database.actor
      ? database
      : database.acting(as: principal.name) { try registry.requireStanding(of: principal, at: clock.now(), in: $0) }
    context.readAudit = ReadAudit(context.database, context.clock)
    let reader = context.database
    context.installationZone = { try reader.read { try $0.zoneOfInstallation() } }
    // Who may know users may find by a part of an identifier what lists have shown them.
    context.identifierSearch = context.principal.mayKnow(.user) ? IdentifierSearch(reader) : nil
  }

  /// Returns the principal: the one the token stands for where one was given, never another; else the local user, who
  /// is admin of the home folders that are theirs, or that don't exist yet.
  private static func principal(
    _ globals: GlobalOptions, named local: String, in context: Context
  ) throws -> Principal {
    if let file = globals.tokenFile {
      guard let authenticator = try context.service(ifProvided: Principal.authenticator) else {
        throw Failure(
          "access.no-tokens", .notAllowed, "no token is accepted here: the module that reads tokens is disabled",
          hint: "Enable the module `access`, or leave out --as (QIX_AS, `as` in the config file).")
      }
      return try authenticator.principal(presentedIn: file, in: context)
    }
    let user = geteuid()
    switch context.home.owner {
    case .absent, .user(user): return Principal(name: local, role: .admin, isOwner: true)
    case .user(let owner): throw GateError.notOwner(home: context.home.path, owner: owner, user: user)
    case .hidden: throw GateError.notOwner(home: context.home.path, owner: nil, user: user)
    }
  }
}
