import Foundation
import QixCatalog
import QixCommands
import QixStorage
import QixTerminal
import QixTesting

/// A database of a version that was shipped, as SQL in `data/schemas`: its schema, its ledger of migrations and a few
/// rows, so that migrations meet data.
struct FrozenDatabase: Sendable {
  static let folder = House.path("data/schemas")

  /// The version that made it: `0.1.0` of `0.1.0.sql`.
  let version: String

  static func all() throws -> [FrozenDatabase] {
    try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".sql") }.sorted()
      .map { FrozenDatabase(version: String($0.dropLast(".sql".count))) }
  }

  var path: String { "\(Self.folder)/\(version).sql" }

  var sql: String { get throws { try String(contentsOfFile: path, encoding: .utf8) } }

  /// What this version of the program makes, with every kind of account and most kinds of transfer.
  ///
  /// Clock and randomness stand still, so the same program gives the same text.
  static func dumpOfNow() throws -> String {
    try TestHome.initialised { home in
      /// Runs a command that must succeed; what it prints is the id of what it made.
      func done(_ line: String) throws -> String {
        let outcome = try home.qix("\(line) --quiet")
        guard outcome.exitCode == 0 else { throw Failure(description: "qix \(line): \(outcome.errors)") }
        return outcome.output.split(separator: "\n").last.map(String.init) ?? ""
      }
      _ = try done("user create --external-id ada")
      _ = try done("user create --external-id bob")
      _ = try done("coins issue --to ada --amount 50 --idempotency-key first")
      _ = try done("budget create summer")
      _ = try done("budget fund summer --amount 1000 --reason plan")
      _ = try done("coins issue --to ada --from budget:summer --amount 20 --expires 2099-06-30")
      let spent = try done("coins redeem --from ada --amount 30")
      _ = try done("coins reverse \(spent) --amount 10")
      _ = try done("coins capture \(try done("coins hold --from ada --amount 8")) --amount 5")
      _ = try done("coins void \(try done("coins hold --from budget:summer --to bob --amount 7"))")
      _ = try done("coins hold --from ada --amount 2 --times-out 30d")
      _ = try done("coins transfer --from ada --to bob --amount 4")
      return try home.unchecked.read { try dump($0) }
    }
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Tables and rows first, then indexes and triggers, which would get in the way of the rows.
  private static func dump(_ connection: Connection) throws -> String {
    let objects = try connection.rows(
      "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid"
    ) { (type: $0.text(0), name: $0.text(1), sql: $0.text(2)) }
    var lines = ["-- qix \(Qix.version): recorded, not to be edited (CONTRIBUTING.md, \"A migration\")."]
    lines.append("PRAGMA foreign_keys = OFF;")
    lines.append("BEGIN;")
    for table in objects where table.type == "table" {
      lines.append("\(table.sql);")
      lines += try rows(of: table.name, in: connection)
    }
    lines += objects.filter { $0.type != "table" }.map { "\($0.sql);" }
    lines += ["COMMIT;", "PRAGMA foreign_keys = ON;"]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func rows(of table: String, in connection: Connection) throws -> [String] {
    let columns = try connection.rows("SELECT name FROM pragma_table_info(?1) ORDER BY cid", .text(table)) {
      $0.text(0)
    }
    let values = columns.map { "quote(\"\($0)\")" }.joined(separator: " || ', ' || ")
    let order = (1...columns.count).map(String.init).joined(separator: ", ")
    let names = columns.map { "\"\($0)\"" }.joined(separator: ", ")
    return try connection.rows(
      "SELECT \(values) FROM (SELECT \(names) FROM \"\(table)\" ORDER BY \(order))"
    ) { "INSERT INTO \(table) VALUES (\($0.text(0)));" }
  }
}
