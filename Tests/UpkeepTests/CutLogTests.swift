import Foundation
import QixCommands
import QixStorage
import QixTerminal
import QixTesting
import Testing

/// reliability.md, 7: a cut, deleted or changed `-wal` file is found, or what is left is the last acknowledged state. An
/// earlier acknowledged state that is called whole is a failure.
@Suite struct CutLogTests {
  private static let isLong = LongForm.isAsked

  @Test func isFoundOrTheLastState() throws {
    try TestHome.initialised { home in
      try home.done("user create --external-id ada")
      try home.checkpoint()
      for number in 0..<12 { try home.done("coins issue --to ada --amount \(number + 1) --idempotency-key k\(number)") }
      let (files, last) = (try HomeFiles(home), try home.contents())
      let log = try #require(files.log)
      // 12 commits are far more than a header and a frame, or nothing was tested.
      #expect(log.count > 12 * 8_192)

      /// Whether the damage was found, by whatever reads, whatever writes, and what looks for damage.
      func isFound(with log: Data?, _ what: String) throws -> Bool {
        var damaged = files
        damaged.log = log
        try damaged.put(home)
        let check = try home.qix("db check --tsv")
        let others = ["user list", "coins issue --to ada --amount 1 --idempotency-key again --dry-run", "doctor"]
        let codes = try others.map { try home.qix($0).exitCode }
        guard check.exitCode == 0 else {
          #expect(check.exitCode == 7 && codes == [7, 7, 7], "\(what): \(check), \(codes)")
          #expect(try HomeFiles(home).database == files.database)
          return true
        }
        #expect(codes == [0, 0, 0], "\(what)")
        #expect(try home.contents() == last, "\(what): an earlier state that is called whole")
        return false
      }

      #expect(try !isFound(with: log, "whole"))
      #expect(try isFound(with: nil, "deleted"))
      #expect(try isFound(with: Data(), "emptied"))
      var generator = SeededGenerator(Seed(for: "CutLogTests"))
      // Behind the header (32 bytes), between frames (24 bytes and a page), and anywhere.
      let frames = Array(stride(from: 32, to: log.count, by: 24 + 8_192))
      let cuts = (0..<(Self.isLong ? 2_000 : 10)).map { _ in Int.random(in: 0..<log.count, using: &generator) }
      for cut in (Self.isLong ? frames : Array(frames.suffix(4))) + cuts {
        #expect(try isFound(with: log.prefix(cut), "cut at \(cut)"), "cut at \(cut)")
      }
      // Each bit of the log's header and of a frame's in the long form, and anywhere.
      let headers = Array(0..<32) + frames.prefix(3).flatMap { Array($0..<$0 + 24) }
      let bytes =
        Self.isLong
        ? headers + cuts + (0..<20_000).map { _ in Int.random(in: 0..<log.count, using: &generator) }
        : headers.filter { $0 % 5 == 0 } + cuts
      for byte in bytes {
        var flipped = log
        flipped[byte] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        #expect(try isFound(with: flipped, "bit flipped at \(byte)"), "bit flipped at \(byte)")
      }
      #expect(try !isFound(with: log, "whole again"))
    }
  }

  /// Where nobody remembers what was acknowledged, the log itself tells: whole pages behind one that doesn't fit.
  @Test func theLogItselfTells() throws {
    try TestHome.initialised { home in
      try home.done("user create --external-id ada")
      try home.checkpoint()
      for number in 0..<4 { try home.done("coins issue --to ada --amount 5 --idempotency-key k\(number)") }
      var files = try HomeFiles(home)
      files.memory = nil
      let log = try #require(files.log)
      let frame = 24 + 8_192
      func line(_ log: Data) throws -> (Int32, String) {
        files.log = log
        try files.put(home)
        let outcome = try home.qix("db check --tsv")
        return (
          outcome.exitCode, outcome.output.split(separator: "\n").first { $0.hasPrefix("log\t") }.map(String.init) ?? ""
        )
      }
      func flipped(_ byte: Int) -> Data {
        var log = log
        log[byte] ^= 4
        return log
      }
      #expect(try line(log) == (0, line(log).1) && line(log).1.contains("log\tok\t\((log.count - 32) / frame) pages"))
      // In the page, in what it says of itself, in its checksum; and in the log's own header.
      for byte in [32 + 24 + 500, 32, 32 + 9, 32 + 17, 5, 17, 30] {
        let (code, text) = try line(flipped(byte))
        #expect(
          code == 7 && text.contains("\tfault\t") && text.contains("can no longer be reached"), "byte \(byte): \(text)")
      }
      // What a loss of power may leave: the last commit in part. Nobody knows whether it was acknowledged.
      let (code, text) = try line(flipped(log.count - frame - 100))
      #expect(code == 0 && text.contains("\twarning\t"), "\(text)")
      // A commit that never ended is no fault: its pages stay there, and the next commit goes over them.
      #expect(try line(log.prefix(log.count - frame)).0 == 0)
    }
  }

  /// A commit that was cut off by a loss of power was never acknowledged, and nothing is missing without it.
  @Test func aTornCommitIsNoLoss() throws {
    try TestHome.initialised { home in
      try home.done("user create --external-id ada")
      try home.checkpoint()
      try home.done("coins issue --to ada --amount 5 --idempotency-key k1")
      let memory = try HomeFiles(home).memory
      try home.done("coins issue --to ada --amount 5 --idempotency-key k2")
      var files = try HomeFiles(home)
      files.memory = memory
      let log = try #require(files.log)
      files.log?[log.count - 3 * (24 + 8_192) + 100] ^= 1
      try files.put(home)
      for command in ["db check", "coins verify", "doctor", "coins issue --to ada --amount 5 --idempotency-key k2"] {
        try home.done(command)
      }
      #expect(try home.count("coins_transfers") == 2)
    }
  }
}
