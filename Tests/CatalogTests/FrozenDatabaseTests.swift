import Foundation
import QixCatalog
import QixCommands
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

/// Whoever has data in an older qix can go on with this one.
@Suite(.serialized) struct FrozenDatabaseTests {
  /// Before a version ships, its database follows the program by recording; afterwards neither may change.
  @Test func thisVersionsDatabaseIsFrozen() throws {
    let now = try FrozenDatabase.dumpOfNow()
    let frozen = FrozenDatabase(version: Qix.version)
    if House.isRecording {
      try FileManager.default.createDirectory(atPath: FrozenDatabase.folder, withIntermediateDirectories: true)
      try now.write(toFile: frozen.path, atomically: true, encoding: .utf8)
    }
    let recorded = try? frozen.sql
    #expect(
      recorded == now,
      "data/schemas/\(Qix.version).sql isn't what this program makes; while it has not shipped, record with QIX_RECORD=1"
    )
  }

  @Test func everyOneMigratesToTheSchemaOfToday() throws {
    let today = try TestHome.initialised { try Schema($0.unchecked) }
    for frozen in try FrozenDatabase.all() {
      try TestHome.with { home in
        let database = home.unchecked
        try database.create()
        let sql = try frozen.sql
        try database.exclusively { try $0.execute(script: sql) }
        let before = try Schema(database)

        let migrator = Migrator(try Registry(Catalog.modules))
        _ = try migrator.migrate(database, clock: home.clock)
        try database.read { try migrator.requireCurrent(in: $0) }
        let after = try Schema(database)
        #expect(after.objects == today.objects, "\(frozen.version) does not become what a new database is")
        for (table, rows) in before.rows where table != "qix_migrations" && table != "qix_audit" {
          #expect((after.rows[Self.moved[table] ?? table] ?? 0) >= rows, "\(frozen.version) loses rows of \(table)")
        }
        #expect(try database.exclusively { try $0.integrityFaults() } == [])

        for check in ["coins verify", "audit verify"] {
          let outcome = try home.qix(check)
          #expect(outcome.exitCode == 0, "\(frozen.version), \(check): \(outcome.output)\(outcome.errors)")
        }
        // It is not only well formed, it works: the key that was used then is still known, and new coins can be given.
        let again = try home.qix("coins issue --to ada --amount 50 --idempotency-key first --json")
        #expect(again.exitCode == 0, "\(frozen.version): \(again.errors)")
        #expect(again.output.contains("\"replayed\": true"), "\(frozen.version): \(again.output)")
        #expect(try home.qix("coins issue --to ada --amount 7").exitCode == 0)
      }
    }
  }

  /// Tables that modules which were cut out of others have taken over (decision 0068).
  private static let moved = [
    "shakes_outbox": "qix_events", "shakes_webhooks": "webhooks_webhooks",
    "shakes_directives": "directives_directives", "shakes_directive_sources": "directives_sources",
    "identity_providers": "openid_providers", "identity_provider_keys": "openid_keys",
    "shakes_directive_copies": "directives_copies", "shakes_directive_state": "directives_state",
  ]

  /// What a database consists of: the text of each object, and how many rows each table has.
  private struct Schema {
    let objects: [String: String]
    let rows: [String: Int64]

    init(_ database: Database) throws {
      (objects, rows) = try database.read { connection in
        let found = try connection.rows("SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL") {
          (type: $0.text(0), name: $0.text(1), sql: $0.text(2))
        }
        var rows: [String: Int64] = [:]
        for table in found where table.type == "table" {
          rows[table.name] = try connection.first("SELECT count(*) FROM \"\(table.name)\"") { $0.integer(0) }
        }
        return (Dictionary(uniqueKeysWithValues: found.map { ($0.name, $0.sql) }), rows)
      }
    }
  }
}
