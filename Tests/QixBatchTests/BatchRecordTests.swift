import QixKernel
import QixStorage
import QixTesting
import Testing

@testable import QixBatch

/// What is kept of a batch's lines.
@Suite struct BatchRecordTests {
  private static func meanings(of part: Int) -> [UInt64] { (0..<part).map { UInt64(part * 1_000 + $0) } }

  /// A batch of four parts, of one, two, three and four lines.
  private func withBatch(_ body: (BatchRecord, Connection) throws -> Void) throws {
    try TestHome.initialised { home in
      try home.database.write(Change("test")) { connection, _ in try body(try Self.made(in: connection), connection) }
    }
  }

  private static func made(in connection: Connection) throws -> BatchRecord {
    try connection.execute(
      """
      INSERT INTO qix_batches
        (batch, name, action, file, sha256, actor, begun_at, changed_at, state, lines, coins, is_shared)
      VALUES (1, 'july', 'coins.issue', 'july.csv', \(String(repeating: "0", count: 64)), 'owner', 1, 1, 2, 10, 10, 1)
      """)
    for part in 1...4 {
      let bytes = meanings(of: part).flatMap { meaning in withUnsafeBytes(of: meaning.bigEndian) { Array($0) } }
      try connection.execute(
        "INSERT INTO qix_batch_parts (part, batch, first, last, meanings) VALUES (\(part), 1, 0, -1, \(bytes))")
    }
    return try BatchRecord.require("july", in: connection)
  }

  @Test func meaningsComeInTheOrderInWhichLinesWereDone() throws {
    try withBatch { (batch: BatchRecord, connection: Connection) throws in
      #expect(try batch.meanings(in: connection) == (1...4).flatMap(Self.meanings(of:)))
      #expect(try batch.keyedMeanings(in: connection).isEmpty)
    }
  }

  @Test(arguments: [(0, 5), (1, 4), (4, 4), (5, 3), (7, 3), (8, 2), (10, 1), (99, 1)])
  func ofALongBatchTheNewestPartsAreRead(_ most: Int, _ oldest: Int) throws {
    try withBatch { (batch: BatchRecord, connection: Connection) throws in
      let expected = (1...4).filter { $0 >= oldest }.flatMap(Self.meanings(of:))
      #expect(try batch.meanings(newest: most, in: connection) == expected)
    }
  }
}
