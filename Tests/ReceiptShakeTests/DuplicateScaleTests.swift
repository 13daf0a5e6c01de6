import QixKernel
import QixStorage
import QixTesting
import Testing

@testable import ReceiptShake

/// How long a look takes doesn't depend on how many receipts there are.
@Suite struct DuplicateScaleTests {
  private static let asked = 40

  /// A million receipts; of the numbers of those that are asked about, half of the bands are on twenty thousand others
  /// each, as those of a large chain are.
  @Test(.needs(.long)) func aMillionReceiptsTakeNoLonger() throws {
    let seed = Seed(for: "a million receipts")
    var random = SeededGenerator(seed)
    let queries = (0..<Self.asked).map { _ in Tokens((0..<18).map { _ in random.next() }) }
    try TestHome.initialised { home in
      let few = try Self.median(home, queries, receipts: 1...10_000)
      let many = try Self.median(home, queries, receipts: 10_001...1_000_000)
      print("a look among 10,000 receipts: \(few) µs; among 1,000,000: \(many) µs")
      #expect(many <= max(20_000, 4 * few), "\(few) µs among 10,000, \(many) µs among 1,000,000; \(seed)")
    }
  }

  private static func median(_ home: TestHome, _ queries: [Tokens], receipts: ClosedRange<Int64>) throws -> Int64 {
    let database = home.database
    let portion: Int64 = 100_000
    for start in stride(from: receipts.lowerBound, through: receipts.upperBound, by: Int(portion)) {
      let end = min(receipts.upperBound, start + portion - 1)
      try database.write(Change("test.fill")) { connection, _ in
        try fill(queries, start...end, in: connection)
      }
    }
    let times = try queries.enumerated().map { number, tokens in
      let identity = Identity(tokens: tokens, number: number)
      let clock = ContinuousClock()
      return try database.read { connection in
        let began = clock.now
        _ = try DuplicateIndex(connection: connection).duplicate(of: identity)
        let (seconds, attoseconds) = (clock.now - began).components
        return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
      }
    }
    return times.sorted()[times.count / 2]
  }

  private static func fill(_ queries: [Tokens], _ range: ClosedRange<Int64>, in connection: Connection) throws {
    let (first, last) = (Value.integer(range.lowerBound), Value.integer(range.upperBound))
    try connection.run(
      """
      WITH RECURSIVE numbers(n) AS (SELECT ?1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?2)
      INSERT INTO receiptshake_receipts (receipt, id, shake, user_id, campaign, at, state, signs, picture, tokens)
      SELECT n, randomblob(16), randomblob(16), randomblob(16), randomblob(16), 0, 1, '', randomblob(16),
        randomblob(144) FROM numbers
      """, first, last)
    // Ascending, so that the rows of a million are made in a minute; which receipt has which doesn't matter.
    try connection.run(
      """
      WITH RECURSIVE numbers(n) AS (SELECT ?1 * 40 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?2 * 40 + 39)
      INSERT INTO receiptshake_features (feature, receipt) SELECT n * 200000000000, n / 40 FROM numbers
      """, first, last)
    for tokens in queries {
      for feature in MinHash.features(of: tokens).prefix(20) {
        try connection.run(
          """
          INSERT INTO receiptshake_features (feature, receipt)
          SELECT ?1, receipt FROM receiptshake_receipts WHERE receipt BETWEEN ?2 AND ?3 AND receipt % 50 = ?4
          ON CONFLICT (feature, receipt) DO NOTHING
          """, .integer(feature), first, last, .integer(Int64(feature.magnitude % 50)))
      }
    }
  }
}
