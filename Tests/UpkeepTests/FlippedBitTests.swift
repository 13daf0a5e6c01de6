import Foundation
import QixCommands
import QixStorage
import QixTerminal
import QixTesting
import Testing

/// reliability.md, 6: a flipped bit on each page of the database is found, or harmless.
@Suite struct FlippedBitTests {
  /// How often each page is damaged.
  private static let flips = LongForm.isAsked ? 400 : 2

  @Test func isFoundOrHarmless() throws {
    try TestHome.initialised { home in
      for user in 0..<12 { _ = try home.qix("user create --external-id shop-\(user)") }
      for user in 0..<12 {
        _ = try home.qix("coins issue --to shop-\(user) --amount 5\(user) --idempotency-key key-\(user) --reason test")
      }
      try home.checkpoint()
      let original = try home.contents()
      let file = URL(fileURLWithPath: home.path + "/qix.db")
      let image = try Data(contentsOf: file)
      var generator = SeededGenerator(Seed(for: "FlippedBitTests"))
      var (found, harmless, silent) = (0, 0, [String: Int]())
      for page in 0..<image.count / 8_192 {
        for _ in 0..<Self.flips {
          let (byte, bit) = (Int.random(in: 0..<8_192, using: &generator), Int.random(in: 0..<8, using: &generator))
          var damaged = image
          damaged[page * 8_192 + byte] ^= 1 << bit
          for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + suffix) }
          try damaged.write(to: file)
          let outcome = try home.qix("db check")
          switch outcome.exitCode {
          case 7: found += 1
          case 0:
            let now = (try? home.contents()) ?? ["unreadable"]
            if now == original {
              harmless += 1
            } else {
              let lines = now.filter { !original.contains($0) }.map { String($0.prefix { $0 != ":" }) }
              silent[lines.first ?? "rows missing", default: 0] += 1
            }
          default: Issue.record("page \(page + 1), byte \(byte), bit \(bit): \(outcome)")
          }
        }
      }
      // Every page has a checksum, so that next to nothing is left that would be harmless.
      #expect(found > harmless)
      // By the table of the first row that was read as something else.
      #expect(silent.isEmpty)
    }
  }
}
