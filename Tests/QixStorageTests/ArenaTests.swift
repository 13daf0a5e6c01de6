import CSQLite
import Glibc
import QixStorage
import QixTesting
import Testing

/// The memory that SQLite begins with: pieces of one room, cut off and used again, beside the system's.
@Suite struct ArenaTests {
  /// A piece that SQLite has, and the byte that all of it was filled with.
  private struct Piece {
    var start: UnsafeMutableRawPointer
    var count: Int
    let mark: UInt8

    /// Whether nobody else has written into it.
    func isWhole(_ count: Int) -> Bool {
      UnsafeRawBufferPointer(start: start, count: count).allSatisfy { $0 == mark }
    }

    func fill() { memset(start, Int32(mark), count) }
  }

  /// No two pieces overlap and none loses what is in it, whichever thread takes, changes and gives them back: far more
  /// than the room has, so that all ways are gone. The room belongs to the thread that sets SQLite up, which is this one
  /// where the test runs alone; the program's own tests run with it from end to end.
  @Test func piecesKeepWhatIsInThem() throws {
    SQLiteEngine.configure()
    let seed = Seed(for: "memory of SQLite")
    let (theirs, ours) = try concurrently({ Self.exercise(seed.value &+ 1) }, { Self.exercise(seed.value) })
    #expect(theirs && ours, "\(seed)")
  }

  private static func exercise(_ seed: UInt64) -> Bool {
    var random = SeededGenerator(seed: seed)
    var pieces: [Piece] = []
    var isSound = true
    for round in 0..<20_000 {
      let size = [8, 40, 200, 1_000, 1_024, 1_025, 9_000][Int.random(in: 0..<7, using: &random)]
      let count = Int.random(in: 1...size, using: &random)
      switch pieces.isEmpty ? 0 : Int.random(in: 0..<5, using: &random) {
      case 0, 1:
        guard pieces.count < 2_000, let start = sqlite3_malloc(Int32(count)) else { continue }
        let piece = Piece(start: start, count: count, mark: UInt8(truncatingIfNeeded: round))
        piece.fill()
        isSound = isSound && UInt(bitPattern: start) % 8 == 0 && sqlite3_msize(start) >= UInt64(count)
        pieces.append(piece)
      case 2:
        let index = Int.random(in: 0..<pieces.count, using: &random)
        guard let moved = sqlite3_realloc(pieces[index].start, Int32(count)) else { continue }
        let kept = min(count, pieces[index].count)
        (pieces[index].start, pieces[index].count) = (moved, count)
        isSound = isSound && pieces[index].isWhole(kept)
        pieces[index].fill()
      default:
        let piece = pieces.remove(at: Int.random(in: 0..<pieces.count, using: &random))
        isSound = isSound && piece.isWhole(piece.count)
        sqlite3_free(piece.start)
      }
    }
    for piece in pieces {
      isSound = isSound && piece.isWhole(piece.count)
      sqlite3_free(piece.start)
    }
    return isSound
  }
}
