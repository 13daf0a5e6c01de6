import QixCatalog
import QixKernel
import QixStorage
import Testing

/// The rules by which schemas of many features live in one database.
@Suite struct MigrationTests {
  static let modules: [any Migrating.Type] =
    [StorageModule.self] + Catalog.modules.compactMap { $0 as? any Migrating.Type }

  @Test(arguments: modules.map { $0.id })
  func everythingItMakesBeginsWithItsName(_ id: String) throws {
    let module = try #require(Self.modules.first { $0.id == id })
    let made = /(?i)\bCREATE\s+(?:UNIQUE\s+)?(?:TABLE|INDEX|TRIGGER|VIEW)\s+(?:IF\s+NOT\s+EXISTS\s+)?([^\s(]+)/
    for migration in module.migrations {
      let names = migration.sql.matches(of: made).map { String($0.1) }
      #expect(names.filter { !$0.hasPrefix("\(id)_") }.isEmpty, "\(id)/\(migration.name)")
    }
  }

  @Test(arguments: modules.map { $0.id })
  func itsMigrationsAreNamedInOrder(_ id: String) throws {
    let module = try #require(Self.modules.first { $0.id == id })
    for (index, migration) in module.migrations.enumerated() {
      #expect(migration.name.hasPrefix("v\(index + 1)_"), "\(id)/\(migration.name)")
    }
  }

  /// Words that only one of the engines takes, or that make a database depend on when it was made.
  @Test(arguments: modules.map { $0.id })
  func theirSQLIsWhatBothEnginesTake(_ id: String) throws {
    let module = try #require(Self.modules.first { $0.id == id })
    for migration in module.migrations {
      let text = migration.sql.replacing(/--[^\n]*/, with: "")
      #expect(text.firstMatch(of: SourceSQL.foreign) == nil, "\(id)/\(migration.name)")
    }
  }
}
