import QixKernel
import QixTesting
import Testing

@testable import QixStorage

/// SQL with its values in place.
@Suite struct SQLTests {
  private static let user: UserID = Identifier(high: 1, low: 2)

  private static func values(_ sql: SQL) -> [Value] { sql.arguments.map(\.value) }

  @Test func aTextAloneHasNoValues() {
    let sql: SQL = "SELECT name FROM notes_notes WHERE text = '?1'"
    #expect(sql.text == "SELECT name FROM notes_notes WHERE text = '?1'" && Self.values(sql).isEmpty)
  }

  @Test func valuesAreNumberedAsTheyStand() {
    let sql: SQL = "SELECT a FROM b WHERE c = \(7) AND d = \("x") AND e = \(7)"
    #expect(sql.text == "SELECT a FROM b WHERE c = ?1 AND d = ?2 AND e = ?3")
    #expect(Self.values(sql) == [.integer(7), .text("x"), .integer(7)])
  }

  @Test func eachTypeIsBoundAsWhatItIs() {
    let (time, bytes): (Timestamp, [UInt8]) = (Timestamp(microseconds: 9), [1, 2])
    let sql: SQL = "\(1 as Int64) \(2 as Int) \(true) \(1.5) \("t") \(time) \(bytes) \(Self.user) \(Value.null)"
    #expect(
      Self.values(sql) == [
        .integer(1), .integer(2), .integer(1), .real(1.5), .text("t"), .integer(9), .blob([1, 2]), .id(Self.user),
        .null,
      ])
  }

  @Test func nilIsNullOfEachType() {
    let sql: SQL = """
      \(nil as Int64?) \(nil as Int?) \(nil as Bool?) \(nil as Double?) \(nil as String?) \(nil as Timestamp?) \
      \(nil as [UInt8]?) \(nil as UserID?)
      """
    #expect(Self.values(sql) == Array(repeating: .null, count: 8))
    #expect(sql.text == "?1 ?2 ?3 ?4 ?5 ?6 ?7 ?8")
  }

  @Test func fragmentsBringTheirValuesAlong() {
    let inner: SQL = "c = \("c") OR d IN (\(list: ["d", "e"]))"
    let sql: SQL = "SELECT \(sql: "a, b" as String) FROM t WHERE x = \(1) AND (\(sql: inner)) AND y = \(2)"
    #expect(sql.text == "SELECT a, b FROM t WHERE x = ?1 AND (c = ?2 OR d IN (?3, ?4)) AND y = ?5")
    #expect(Self.values(sql) == [.integer(1), .text("c"), .text("d"), .text("e"), .integer(2)])
  }

  @Test func fragmentsOfFragmentsAreNumberedAnewEachTime() {
    var sql: SQL = "'?1' = \(0)"
    for number in 1...11 { sql = "\(number) \(sql: sql) é" }
    #expect(sql.text.hasPrefix("?1 ?2 ") && sql.text.contains("?11 '?1' = ?12 é"))
    #expect(Self.values(sql) == (0...11).reversed().map { .integer($0) })
  }

  @Test(arguments: ["'; DROP TABLE notes_notes; --", "\" OR 1 = 1", "?1", "\\(sql: x)", "a\0b", ""])
  func whatSomebodyTypesIsAValue(_ text: String) throws {
    try TestHome.withNotes { home in
      let database = try home.database()
      try database.write(Change("test.note")) { connection, _ in
        try connection.execute("INSERT INTO notes_notes (note, text) VALUES (\(1), \(text))")
        try connection.execute("INSERT INTO notes_notes (note, text) VALUES (\(2), 'other')")
      }
      try database.read { connection in
        let notes: [Int64] = try connection.fetchAll("SELECT note FROM notes_notes WHERE text = \(text)")
        let kept: String? = try connection.fetchOne("SELECT text FROM notes_notes WHERE note = \(1)")
        #expect(notes == [1] && kept == text)
      }
    }
  }

  @Test func sameSQLIsPreparedOnce() throws {
    try TestHome.withNotes { home in
      try home.database().read { connection in
        let texts = (1...2).map { "SELECT note FROM notes_notes WHERE note = \($0)" as SQL }.map(\.text)
        let (first, second) = (try connection.statement(texts[0]), try connection.statement(texts[1]))
        #expect(first.base === second.base)
      }
    }
  }
}
