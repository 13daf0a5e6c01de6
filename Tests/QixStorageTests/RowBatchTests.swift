import QixKernel
import QixTesting
import Testing

@testable import QixStorage

@Suite struct RowBatchTests {
  private static func with(_ body: (TestHome) throws -> Void) throws {
    try TestHome.initialised { home in
      try home.unchecked.exclusively {
        try $0.execute(
          script: """
            CREATE TABLE test_rows (
              number INTEGER PRIMARY KEY CHECK (number <> 99), name TEXT UNIQUE, bytes BLOB, id BLOB
            ) STRICT
            """)
      }
      try body(home)
    }
  }

  private static func batch(_ connection: Connection) -> RowBatch {
    RowBatch(into: "test_rows", ["number", "name", "bytes", "id"], in: connection)
  }

  private static func name(_ number: Int64) -> String? {
    switch number % 4 {
    case 0: nil
    case 1: "row \(number)"
    case 2: "größer als ASCII, Nummer \(number)"
    default: String(repeating: "\(number) ", count: 5_000)
    }
  }

  private static func bytes(_ number: Int64) -> [UInt8] {
    (0..<(number % 7 == 0 ? 0 : Int(number) * 31)).map { UInt8(truncatingIfNeeded: $0) }
  }

  private static func add(_ number: Int64, to batch: inout RowBatch) throws -> Bool {
    batch.append(number)
    batch.append(name(number))
    bytes(number).withUnsafeBytes { batch.append(blob: $0) }
    batch.append(UserID(high: UInt64(number), low: .max))
    return try batch.endRow()
  }

  /// None, one, as many as a statement takes, one more, and several statements' worth.
  @Test(arguments: [0, 1, 15, 16, 17, 32, 100])
  func rowsAreWhatWasAppended(_ count: Int64) throws {
    try Self.with { home in
      try home.unchecked.write(Change("test.rows")) { connection, _ in
        var batch = Self.batch(connection)
        // 99 is refused.
        for number in 100..<(100 + count) { _ = try Self.add(number, to: &batch) }
        try batch.flush()
        #expect(batch.count == 0)
        try batch.flush()
      }
      let rows = try home.unchecked.read { connection in
        try connection.rows("SELECT number, name, bytes, id FROM test_rows ORDER BY number") {
          ($0.integer(0), $0.optionalText(1), $0.blob(2), try $0.identifier(3, UserTag.self))
        }
      }
      #expect(rows.count == Int(count))
      for (index, row) in rows.enumerated() {
        #expect(row.0 == 100 + Int64(index))
        #expect(row.1 == Self.name(row.0) && row.2 == Self.bytes(row.0) && row.3.high == UInt64(row.0))
      }
      // An empty blob is no missing one.
      #expect(try home.unchecked.read { try $0.rows("SELECT 1 FROM test_rows WHERE bytes IS NULL") { _ in } }.isEmpty)
    }
  }

  @Test func rowsAreInTheTableOnceABatchSaysSo() throws {
    try Self.with { home in
      try home.unchecked.write(Change("test.rows")) { connection, _ in
        func count() throws -> Int64? { try connection.first("SELECT count(*) FROM test_rows") { $0.integer(0) } }
        var batch = Self.batch(connection)
        for number in 20..<35 as Range<Int64> { #expect(try !Self.add(number, to: &batch)) }
        #expect(try count() == 0 && batch.count == 15)
        #expect(try Self.add(35, to: &batch))
        #expect(try count() == 16 && batch.count == 0)
        _ = try Self.add(36, to: &batch)
        batch.removeAll()
        try batch.flush()
        #expect(try count() == 16)
      }
    }
  }

  /// A statement of several rows writes all or none, and what waited is not tried again.
  @Test(arguments: [1, 16] as [Int64])
  func aRowThatIsRefusedEndsItsStatement(_ count: Int64) throws {
    try Self.with { home in
      try home.unchecked.write(Change("test.rows")) { connection, _ in
        var batch = Self.batch(connection)
        #expect(throws: StorageError.self) {
          for number in (100 - count)...99 { _ = try Self.add(number, to: &batch) }
          try batch.flush()
        }
        #expect(batch.count == 0)
        #expect(try connection.first("SELECT count(*) FROM test_rows") { $0.integer(0) } == 0)
        _ = try Self.add(40, to: &batch)
        try batch.flush()
      }
      #expect(try home.count("test_rows") == 1)
    }
  }
}
