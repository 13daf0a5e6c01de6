import CoinsContract
import Foundation
import QixCommands
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Coins

/// Proofs that somebody without the ledger can check.
@Suite struct ProofTests {
  /// Blocks of 1 to 9 transfers, 45 of them: chains of links both by the block before and by skips.
  private static let blocks = 45

  private func fill(_ till: Till) throws {
    for block in 0..<Self.blocks {
      try till.block { ledger in
        for number in 0...(block * 5 % 9) {
          var operation = CoinsContract.Operation.issue(Int64(number + 1), to: .user(UInt64(number)))
          if number % 3 == 0 { operation.key = "k-\(block)-\(number)" }
          if number % 4 == 0 { operation.reason = "reason \(block)" }
          if number % 2 == 0 { operation = .issue(2, to: .user(1), expires: .at(till.days(5))) }
          _ = try ledger.apply(operation)
        }
      }
      till.home.clock.advance(byMicroseconds: 1_000_000)
    }
  }

  private struct Sealed {
    let id: TransferID
    let block: Int64
  }

  private func transfers(_ till: Till) throws -> [Sealed] {
    try till.database.read { connection in
      try connection.rows(
        """
        SELECT t.id, b.block FROM coins_transfers AS t JOIN coins_blocks AS b
        ON t.transfer >= b.first_transfer AND t.transfer < b.first_transfer + b.transfers ORDER BY t.transfer
        """
      ) { Sealed(id: try $0.identifier(0), block: $0.integer(1)) }
    }
  }

  /// The hash of each block, by its number.
  private func heads(_ till: Till) throws -> [String] {
    try till.database.read { connection in
      [""] + (try connection.rows("SELECT lower(hex(hash)) FROM coins_blocks ORDER BY block") { $0.text(0) })
    }
  }

  private func proof(of id: TransferID, head: Int64?, _ till: Till) throws -> String {
    try till.database.read { connection in
      let record = try #require(try Records.find(id, in: connection))
      return try Proof.make(id, head: head, in: connection).json(record) { "\($0)" }
    }
  }

  @Test func everyTransferIsProvenAgainstEveryHeadBehindIt() throws {
    try Till.with { till in
      try fill(till)
      let heads = try heads(till)
      for transfer in try transfers(till) {
        for head in transfer.block...Int64(Self.blocks) where head % 3 == 0 || head == transfer.block || head > 40 {
          let proof = try PlainProof(proof(of: transfer.id, head: head, till))
          #expect(proof.holds(against: heads[Int(head)]), "\(transfer.id) against \(head)")
          #expect(proof.head.block == head && proof.head.hash == heads[Int(head)])
          #expect(!proof.holds(against: heads[head == 1 ? 2 : Int(head) - 1]))
        }
      }
    }
  }

  /// A path of links grows with the square of the logarithm (decision 0008), not with the chain.
  @Test func aProofStaysShort() {
    for head in [Int64](1...600) + [1 << 20, 1 << 20 - 1, 999_999] {
      for block in [1, head / 3 + 1, head / 2 + 1, head] {
        let bits = Int64.bitWidth - head.leadingZeroBitCount
        #expect(Proof.route(from: head, to: block).count <= bits * (bits + 1) / 2 + 1, "\(head) to \(block)")
      }
    }
  }

  /// Any bit that is turned, and any number that is changed, makes a proof worthless.
  @Test func aChangedProofProvesNothing() throws {
    let seed = Seed(for: "ProofTests.aChangedProofProvesNothing")
    var generator = SeededGenerator(seed)
    try Till.with { till in
      try fill(till)
      let transfers = try transfers(till)
      let head = try heads(till)[Self.blocks]
      for _ in 0..<12 {
        let transfer = try #require(transfers.randomElement(using: &generator))
        let json = try proof(of: transfer.id, head: nil, till)
        try #require(try PlainProof(json).holds(against: head))
        // What stands before the leaf is in words and proves nothing; the head at the end is for the reader too.
        let start = try #require(json.range(of: "\"leaf\"")).lowerBound
        let end = try #require(json.range(of: "\"head\"")).lowerBound
        for match in json[start..<end].matches(of: /"[0-9a-f]{32,}"/) {
          let place = json.index(
            match.range.lowerBound, offsetBy: .random(in: 1...match.output.count - 2, using: &generator))
          let digit = try #require(json[place].hexDigitValue) ^ (1 << Int.random(in: 0...3, using: &generator))
          var changed = json
          changed.replaceSubrange(place...place, with: String(digit, radix: 16))
          #expect(try !PlainProof(changed).holds(against: head), "\(seed): a bit of \(match.output)")
        }
        for match in json[start..<end].matches(of: /"(index|block|first_transfer|transfers|sealed_at)": (\d+)/) {
          let number = try #require(Int64(match.output.2)) + Int64.random(in: 1...1_000, using: &generator)
          var changed = json
          changed.replaceSubrange(match.output.2.startIndex..<match.output.2.endIndex, with: "\(number)")
          #expect(try !PlainProof(changed).holds(against: head), "\(seed): \(match.output.1) \(number)")
        }
      }
    }
  }

  /// What was proven against a published head is proven for ever: after later commits, in a backup, and restored.
  @Test func aProofOutlivesTheLedger() throws {
    try Till.with { till in
      try fill(till)
      let transfers = try transfers(till)
      let head = try heads(till)[Self.blocks]
      let published = Int64(Self.blocks)
      let proofs = try transfers.map { try proof(of: $0.id, head: published, till) }
      try fill(till)
      for (transfer, earlier) in zip(transfers, proofs) {
        #expect(try PlainProof(earlier).holds(against: head))
        #expect(try proof(of: transfer.id, head: published, till) == earlier)
      }
      let backup = "\(till.home.path)/backup.db"
      #expect(try till.home.qix("db backup \(backup)").exitCode == 0)
      try TestHome.with { other in
        let outcome = try other.qix("db restore \(backup)")
        #expect(outcome.exitCode == 0)
        let restored = Till(other)
        for (transfer, earlier) in zip(transfers, proofs) {
          #expect(try proof(of: transfer.id, head: published, restored) == earlier)
        }
        #expect(try other.qix("coins head --json").output == till.home.qix("coins head --json").output)
      }
    }
  }

  @Test func whatCantBeProvenIsNotFound() throws {
    try Till.with { till in
      // Of an empty ledger there is a head, of which nothing hangs.
      let empty = try till.home.qix("coins head --json")
      #expect(empty.exitCode == 0 && empty.output.contains("\"block\": 0") && empty.output.contains("\"hash\": null"))
      try fill(till)
      let last = try #require(try transfers(till).last)
      #expect(try till.home.qix("coins prove order-none").exitCode == 3)
      let unknown = try till.home.qix("coins prove trf_01m7w9tzg3f7fs9hn862jj74bb")
      #expect(unknown.exitCode == 3)
      let early = try till.home.qix("coins prove \(last.id) --head 44")
      #expect(early.exitCode == 3)
      #expect(early.errors.contains("the transfer was sealed after block 44"))
      let late = try till.home.qix("coins prove \(last.id) --head 46")
      #expect(late.exitCode == 3)
      #expect(late.errors.contains("there is no block 46; the newest is 45"))
      #expect(try till.home.qix("coins prove \(last.id) --head 0").exitCode == 2)
    }
  }

  // MARK: docs/verify-proof.py

  @Test(.needs(.python())) func pythonSaysTheSame() throws {
    let python = try Tool.python
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "../../../docs/verify-proof.py"
    ).standardizedFileURL.path
    try Till.with { till in
      try fill(till)
      let heads = try heads(till)
      let path = "\(till.home.path)/proof.json"
      func check(_ json: String, _ head: String) throws -> Tool.Outcome {
        try Data(json.utf8).write(to: URL(fileURLWithPath: path))
        return try python([script, path, head])
      }
      // `python3 -O` leaves every `assert` out, and whoever has no file hears that, and not that nothing is proven.
      #expect(!(try String(contentsOfFile: script, encoding: .utf8)).contains("assert "))
      #expect(try python([script, path, "00"]).exitCode == 2)
      for (number, transfer) in try transfers(till).enumerated() where number % 23 == 0 {
        let outcome = try till.home.qix("coins prove \(transfer.id)")
        #expect(outcome.exitCode == 0)
        let proven = try check(outcome.output, heads[Self.blocks])
        #expect(proven.exitCode == 0)
        #expect(proven.output.contains("proven: transfer \(number + 1) \(transfer.id), issue of"), "\(proven.output)")
        let other = try check(outcome.output, heads[Self.blocks - 1])
        #expect(other.exitCode == 1 && other.said.contains("NOT proven"))
        let changed = outcome.output.replacing(/"index": (\d+)/) { "\"index\": \((Int64($0.output.1) ?? 0) + 1)" }
        #expect(try check(changed, heads[Self.blocks]).exitCode == 1)
      }
    }
  }
}
