import QixKernel
import QixStorage
import QixTesting
import Testing

/// Rows read by name.
@Suite struct RowTests {
  private static let user: UserID = Identifier(high: 1, low: 2)

  static func read<Result: Sendable>(_ sql: SQL, _ body: (Row) throws -> Result) throws -> Result? {
    try TestHome.withNotes { home in try home.database().read { try $0.fetchOne(sql, body) } }
  }

  @Test func eachTypeIsReadAsWhatIsWanted() throws {
    let found: Void? = try Self.read(
      "SELECT \(7) AS number, \(0) AS flag, \(1.5) AS real, \("text") AS text, \([1, 2] as [UInt8]) AS bytes, \(Self.user) AS user"
    ) { row in
      #expect(row["number"] as Int64 == 7 && row["number"] as Int == 7 && row["number"] as Bool)
      #expect(row["number"] as Timestamp == Timestamp(microseconds: 7) && !(row["flag"] as Bool))
      #expect(row["real"] as Double == 1.5 && row["text"] as String == "text" && row["bytes"] as [UInt8] == [1, 2])
      let (user, perhaps): (UserID, UserID?) = (try row["user"], try row["user"])
      #expect(user == Self.user && perhaps == Self.user)
      #expect(row["number"] as Int64? == 7 && row["number"] as Int? == 7 && row["flag"] as Bool? == false)
      #expect(row["number"] as Timestamp? == Timestamp(microseconds: 7) && row["real"] as Double? == 1.5)
      #expect(row["text"] as String? == "text" && row["bytes"] as [UInt8]? == [1, 2])
      #expect(row.bytes("bytes").elementsEqual([1, 2]))
    }
    #expect(found != nil)
  }

  @Test func aNullIsNilOrNothing() throws {
    let found: Void? = try Self.read("SELECT NULL AS none") { row in
      #expect(row["none"] as Int64? == nil && row["none"] as Int? == nil && row["none"] as Bool? == nil)
      #expect(row["none"] as Double? == nil && row["none"] as Timestamp? == nil && row["none"] as String? == nil)
      #expect(row["none"] as [UInt8]? == nil)
      let user: UserID? = try row["none"]
      #expect(user == nil)
      #expect(row["none"] as Int64 == 0 && row["none"] as String == "" && row["none"] as [UInt8] == [])
    }
    #expect(found != nil)
  }

  @Test func anIdentifierHasSixteenBytes() {
    for sql in ["SELECT x'0102' AS id", "SELECT '' AS id"] as [SQL] {
      #expect(throws: StorageError.self) { try Self.read(sql) { try $0["id"] as UserID } }
      #expect(throws: StorageError.self) { try Self.read(sql) { try $0["id"] as UserID? } }
    }
    #expect(throws: StorageError.self) { try Self.read("SELECT NULL AS id") { try $0["id"] as UserID } }
  }

  @Test func columnsAreFoundInAnyOrder() throws {
    let sums = try Self.read("SELECT 1 AS a, 2 AS b, 3 AS ab") { row -> [Int64] in
      [row["ab"], row["a"], row["b"], row["a"], row["a"], row["ab"]]
    }
    #expect(sums == [3, 1, 2, 1, 1, 3])
  }

  @Test func singleValuesNeedNoName() throws {
    try TestHome.withNotes { home in
      try home.database().read { connection in
        let count: Int64? = try connection.fetchOne("SELECT count(*) FROM notes_notes")
        let last: Int64? = try connection.fetchOne("SELECT max(note) FROM notes_notes")
        let text: String? = try connection.fetchOne("SELECT text FROM notes_notes")
        let user: UserID? = try connection.fetchOne("SELECT \(Self.user)")
        let letters: [String] = try connection.fetchAll("SELECT 'a' UNION ALL SELECT 'b'")
        #expect(count == 0 && last == nil && text == nil && user == Self.user && letters == ["a", "b"])
        let (one, none) = (try connection.has("SELECT 1"), try connection.has("SELECT 1 FROM notes_notes"))
        #expect(one && !none)
        var seen: [Int64] = []
        try connection.fetchWhile("SELECT 1 AS n UNION ALL SELECT 2 UNION ALL SELECT 3") {
          seen.append($0["n"])
          return seen.count < 2
        }
        #expect(seen == [1, 2])
      }
    }
  }

  @Test func aNameThatIsNotThereIsAMistakeOfTheProgram() async {
    await #expect(processExitsWith: .failure) { _ = try RowTests.read("SELECT 1 AS number") { $0["nubmer"] as Int64 } }
  }
}
