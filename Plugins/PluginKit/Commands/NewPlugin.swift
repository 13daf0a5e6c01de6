internal import Glibc
internal import QixKernel
internal import QixTerminal

/// `qix plugin new`
struct NewPlugin: OldStandaloneCommand {
  private static let name = OldPositional("name", .text, "In capitals and small letters, such as CouponShake")
  private static let kind = OldOption(
    "kind", .choice(of: PluginKind.self), placeholder: "KIND", "What it is to be", isRequired: true)
  private static let repository = OldOption(
    "repository", .directory, "The copy of the sources; without it, the one around the current folder")

  static let declaration = Declaration(
    "new", "Begin a module: a whole folder that compiles, with tests, in the catalogue and the manifest.",
    roles: .everyone,
    discussion: """
      A shake begins as one that works: codes that are printed on packs, each of which counts once. Its `verify` is \
      what you change. A feature begins with a table and a command that lists it.

      All of it is written, or none. Needs no home folder and touches none, so there is no audit log that a --reason \
      could go to: it is written into the README.
      """,
    parameters: [name, kind, repository],
    examples: [
      Example("qix plugin new CouponShake --kind shake", "a type of shake, in the copy of the sources that you are in"),
      Example("qix plugin new Stickers --kind feature --dry-run", "which files it would write"),
    ], effect: .changes, isForOwner: true)

  private let name: String
  private let kind: PluginKind
  private let repository: String?
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    name = try arguments.require(Self.name)
    kind = try arguments.require(Self.kind)
    repository = arguments[Self.repository]
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    let name = try PluginName(self.name, kind)
    let repository = try repository.map(Repository.init(at:)) ?? Repository.around(Self.currentFolder())
    try name.checkFree(in: repository, commands: context.program.tree)
    let change = try RepositoryChange(of: repository, adding: name, kind, why: reason)
    if !isDryRun { try change.apply() }
    try answer(change, name, in: context.terminal)
  }

  private static func currentFolder() throws -> String {
    guard let folder = getcwd(nil, 0) else { throw PluginError.noRepository(near: ".") }
    defer { free(folder) }
    return String(cString: folder)
  }

  private func answer(_ change: RepositoryChange, _ name: PluginName, in terminal: Terminal) throws {
    var document = Document("plugin.new/1")
    document.primary = name.text
    document.field("module", "module", .text(name.text))
    document.field("id", "id", .text(name.id))
    document.field("kind", "kind", .text(kind.rawValue))
    document.field("repository", "repository", .text(change.repository.root))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    document.table(
      "files", columns: [Column("path", "FILE"), Column("change", "")],
      rows: change.added.map { [.text($0.path), .text("new")] }
        + change.edited.map { [.text($0.path), .text("changed")] }
    )
    try terminal.emit(document)
    guard !isDryRun else { return terminal.note("Nothing was changed.") }
    terminal.note(
      """
      Next, in \(change.repository.root):
        export QIX_SUITES=\(name.text)Tests,CatalogTests
        swift build --build-tests --explicit-target-dependency-import-check error
        swift test --skip-build --disable-xctest --filter \(name.text)Tests
      Then change \(kind.heart(of: name)). When it is as you want it, and \
      each time its commands or tables change:
        QIX_RECORD=1 swift test --skip-build --disable-xctest --filter CatalogTests
      and look at the difference.
      """)
  }
}
