import Dispatch
import Foundation
import QixStorage
import QixTesting
import Testing

/// Vouchers between processes: many tills with one code, and a printer's batch that is killed again and again.
@Suite struct VoucherTillTests {
  /// The codes of a file, as people read them.
  private static func codes(_ path: String) throws -> [String] {
    try String(contentsOfFile: path, encoding: .utf8).split(whereSeparator: \.isNewline).dropFirst().map {
      String($0.split(separator: ",")[2])
    }
  }

  private static func make(_ qix: inout BuiltProgram, in home: String) throws {
    let key = "\(home)/vault.key"
    try qix.done("vault init --key-file \(key)")
    qix.environment["QIX_VAULT_KEY_FILE"] = key
  }

  @Test(.timeLimit(.minutes(2))) func ofTwentyProcessesWithOneCodeAsManyAsMaySucceed() throws {
    try BuiltProgram.initialised { qix, home in
      var qix = qix
      try Self.make(&qix, in: home)
      for uses in [1, 7] {
        let file = "\(home)/\(uses).csv"
        try qix.done("voucher generate s\(uses) --count 1 --title S --uses \(uses) --output \(file)")
        let code = try #require(try Self.codes(file).first)
        let till = qix
        let outcomes = try inParallel(20) { try till("voucher use --till \($0) --json", input: code) }
        #expect(outcomes.filter { $0.exitCode == 0 }.count == uses)
        #expect(outcomes.filter { $0.exitCode == 5 && $0.errors.contains("vouchers.used-up") }.count == 20 - uses)
        // All of them with one key are one use, and have one answer.
        let other = "\(home)/\(uses)b.csv"
        try qix.done("voucher generate s\(uses) --count 1 --output \(other)")
        let second = try #require(try Self.codes(other).first)
        let same = try inParallel(20) {
          _ = $0
          return try till("voucher use --till 1 --idempotency-key k\(uses) --quiet", input: second).lastLine
        }
        #expect(Set(same).count == 1 && same[0].hasPrefix("vus_"))
      }
    }
  }

  @Test(.timeLimit(.minutes(2))) func aBatchThatIsKilledAgainAndAgainIsMadeOnce() throws {
    try BuiltProgram.initialised { qix, home in
      var qix = qix
      try Self.make(&qix, in: home)
      let file = "\(home)/codes.csv"
      let line = "voucher generate flyer --count 20000 --title Flyer --output \(file) --idempotency-key print"
      let words = line.split(separator: " ").map(String.init)
      for tries in 1...6 where !FileManager.default.fileExists(atPath: file) {
        try qix.runKilled(words, .after(Double(tries) * 150_000_000), home: home)
      }
      if !FileManager.default.fileExists(atPath: file) { try qix.done(line) }
      let codes = try Self.codes(file)
      #expect(codes.count == 20_000 && Set(codes).count == 20_000)
      #expect(try TestHome(path: home).count("vouchers_vouchers") == 20_000)
      #expect(try qix("db check").exitCode == 0)
    }
  }
}
