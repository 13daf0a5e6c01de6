import Foundation
import QixStorage
import QixTerminal
import QixTesting
import Testing

/// reliability.md, 7: a cut, deleted or damaged `-wal` file is found, or what is left is a state that was acknowledged.
@Suite struct CutLogTests {
  private static let isLong = ProcessInfo.processInfo.environment["QIX_LONG"] != nil

  @Test func leavesAnAcknowledgedState() throws {
    try TestHome.initialised { home in
      _ = try home.qix("user create --external-id ada")
      try home.checkpoint()
      // What was there after each command, from the checkpointed state on.
      var states = [try home.contents()]
      for number in 0..<12 {
        #expect(try home.qix("coins issue --to ada --amount \(number + 1) --idempotency-key k\(number)").exitCode == 0)
        states.append(try home.contents())
      }
      let file = URL(fileURLWithPath: home.path + "/qix.db")
      let log = URL(fileURLWithPath: home.path + "/qix.db-wal")
      let (image, wal) = (try Data(contentsOf: file), try Data(contentsOf: log))
      // 12 commits are far more than a header and a frame, or nothing was tested.
      #expect(wal.count > 12 * 8_192)

      /// The number of commands whose effect is there, or nil when the damage was found.
      func reopen(with wal: Data?, _ what: String) throws -> Int? {
        try? FileManager.default.removeItem(atPath: file.path + "-shm")
        try image.write(to: file)
        if let wal { try wal.write(to: log) } else { try? FileManager.default.removeItem(at: log) }
        let outcome = try home.qix("db check")
        guard outcome.exitCode == 0 else {
          #expect(outcome.exitCode == 7, "\(what): \(outcome)")
          return nil
        }
        let now = try home.contents()
        let state = states.firstIndex(of: now)
        #expect(state != nil, "\(what): a state that never was")
        // Whatever is left, it goes on from there.
        #expect(try home.qix("coins issue --to ada --amount 1 --idempotency-key again").exitCode == 0, "\(what)")
        return state
      }

      #expect(try reopen(with: wal, "whole") == 12)
      #expect(try reopen(with: nil, "deleted") == 0)
      #expect(try reopen(with: Data(), "emptied") == 0)
      var generator = SeededGenerator(Seed(for: "CutLogTests"))
      let cuts = (0..<(Self.isLong ? 2_000 : 10)).map { _ in Int.random(in: 0..<wal.count, using: &generator) }
      var last = 0
      // Behind the header (32 bytes), between frames (24 bytes and a page), and anywhere.
      let frames = stride(from: 32, to: wal.count, by: 24 + 8_192)
      for cut in (Array(frames) + cuts).sorted() {
        if let state = try reopen(with: wal.prefix(cut), "cut at \(cut)") {
          #expect(state >= last, "cut at \(cut)")
          last = state
        }
      }
      #expect(last > 0)
      for place in cuts {
        var damaged = wal
        damaged[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        _ = try reopen(with: damaged, "bit flipped at \(place)")
      }
    }
  }
}
