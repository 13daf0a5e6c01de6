internal import Glibc
internal import QixModule

/// `qix plugin new`
struct NewPlugin: StandaloneCommand {
  static let declaration = Declaration(
    "new", "Create a module that compiles, with tests, and add it to the catalogue and the manifest.",
    roles: .everyone,
    discussion: """
      A new shake already works: each code printed on a pack counts once. Change its `verify` to make it yours. A new \
      feature has a table and a command that lists it.

      Either all files are written or none. The command needs no data folder and has no audit log, so a --reason goes \
      into the README.
      """,
    examples: [
      Example("qix plugin new CouponShake --kind shake", "a type of shake, in the current copy of the sources"),
      Example("qix plugin new Stickers --kind feature --dry-run", "see which files it would write"),
    ],
    answer: AnswerShape("plugin.new/1", fields), effect: .changes, isForOwner: true)

  private static let files: [Field<(path: String, change: String)>] = [
    Field("path", .text, "FILE") { $0.path },
    Field("change", .text, "") { $0.change },
  ]

  private static let fields: [Field<(name: PluginName, kind: PluginKind, root: String, change: RepositoryChange)>] = [
    Field("module", .text) { $0.name.text },
    Field("id", .text) { $0.name.id },
    Field("kind", .text) { $0.kind.rawValue },
    Field("repository", .text) { $0.root },
    Field("files", rows: files) {
      $0.change.added.map { (path: $0.path, change: "new") }
        + $0.change.edited.map { (path: $0.path, change: "changed") }
    },
  ]

  @Positional("name", .text, "In capitals and small letters, such as CouponShake") private var name: String
  @Option("kind", .choice(of: PluginKind.self), placeholder: "KIND", "The kind of module") private var kind: PluginKind
  @Option("repository", .directory, "The copy of the sources (default: the one around the current folder)")
  private var repository: String?

  func run(in context: Context) throws -> Document {
    let name = try PluginName(self.name, kind)
    let repository = try repository.map(Repository.init(at:)) ?? Repository.around(Self.currentFolder())
    try name.checkFree(in: repository, commands: context.program.tree)
    let change = try RepositoryChange(of: repository, adding: name, kind, why: context.invocation.reason)
    if !context.isDryRun { try change.apply() }
    var document = Document(
      "plugin.new/1", Self.fields, of: (name: name, kind: kind, root: repository.root, change: change))
    document.primary = name.text
    if !context.isDryRun { document.note(advice(name, repository)) }
    return document
  }

  private static func currentFolder() throws -> String {
    guard let folder = getcwd(nil, 0) else { throw PluginError.noRepository(near: ".") }
    defer { free(folder) }
    return String(cString: folder)
  }

  private func advice(_ name: PluginName, _ repository: Repository) -> Sentence {
    """
    Next, in \(repository.root):
      export QIX_SUITES=\(name.text)Tests,CatalogTests
      swift build --build-tests --explicit-target-dependency-import-check error
      swift test --skip-build --disable-xctest --filter \(name.text)Tests
    Then change \(kind.heart(of: name)). When it is as you want it, and \
    each time its commands or tables change:
      QIX_RECORD=1 swift test --skip-build --disable-xctest --filter CatalogTests
    and look at the difference.
    """
  }
}
