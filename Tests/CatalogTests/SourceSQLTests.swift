import Foundation
import Testing

/// The SQL in sources is what both engines take, and what is read of it is there.
@Suite struct SourceSQLTests {
  /// SQLite's own words may stand in what is SQLite's, and in tests.
  private static let sources = ["Plugins", "Sources"].flatMap { folder in
    FileManager.default.enumerator(atPath: House.root.appending(path: folder).path)?.compactMap { entry in
      (entry as? String).flatMap { $0.hasSuffix(".swift") ? "\(folder)/\($0)" : nil }
    } ?? []
  }.filter { !$0.hasPrefix("Sources/Storage/QixStorage/SQLite/") && !$0.hasPrefix("Sources/QixTesting/") }

  @Test func everyStatementIsWhatBothEnginesTake() throws {
    var count = 0
    for path in Self.sources {
      let source = try String(contentsOf: House.root.appending(path: path), encoding: .utf8)
      let statements = SourceSQL.all(in: source)
      count += statements.count
      for statement in statements { #expect(statement.faults.isEmpty, "\(path):\(statement.faults)") }
    }
    #expect(count > 700, "\(count) statements were found")
  }

  @Test(arguments: [
    (#"try connection.execute("INSERT INTO a (b) VALUES (datetime(\(now)))")"#, "only one engine"),
    (#"let sql = "SELECT a FROM b ORDER BY random()""#, "only one engine"),
    (#"try connection.execute("UPDATE a SET b = ?1 WHERE c = \(c)")"#, "a number beside"),
    (#"connection.fetchOne("SELECT count(*) FROM a") { $0["count"] }"#, "has none"),
    (#"connection.fetchAll("SELECT a, (SELECT max(b) FROM c) FROM d") { ($0["a"], 1) }"#, "has none"),
    (#"connection.fetchOne("SELECT t.a, u.a FROM t JOIN u") { $0["a"] }"#, "one name"),
    (#"connection.forEach("SELECT a, b AS c FROM d WHERE e = \(f("x)"))") { row in row["b"] }"#, "no column b"),
  ]) func faultsAreFound(_ source: String, _ fault: String) {
    let faults = SourceSQL.all(in: source).flatMap(\.faults)
    #expect(faults.contains { $0.contains(fault) }, "\(faults)")
  }

  @Test(arguments: [
    #"connection.fetchOne("SELECT count(*) FROM a WHERE b = \(b)") ?? 0"#,
    #"connection.fetchOne("SELECT \(sql: columns), count(*) AS n FROM a") { ($0["x"], $0["n"]) }"#,
    #"connection.fetchAll("SELECT t.a, max(t.b, (SELECT 1 FROM c)) AS b FROM t") { [$0["b"], $0["a"]] }"#,
    #"let sum = try connection.statement("SELECT sum(a) FROM b WHERE c = ?1 AND d = ?1")"#,
  ]) func whatIsRightHasNone(_ source: String) {
    let statements = SourceSQL.all(in: source)
    #expect(!statements.isEmpty && statements.allSatisfy { $0.faults.isEmpty }, "\(statements.map(\.faults))")
  }
}
