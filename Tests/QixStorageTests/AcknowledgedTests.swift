import QixKernel
import QixStorage
import QixTesting
import Testing

/// Beside others that write, move the log and open the database anew, nobody is told of a loss that is none.
@Suite struct AcknowledgedTests {
  @Test func neverAFalseAlarm() throws {
    try TestHome.withNotes { home in
      let written = try inParallel(4) { index -> Int in
        for number in 0..<60 {
          switch index {
          case 0: try home.database().add(String(repeating: "x", count: 30_000))
          case 1: try home.database().add("\(number)")
          case 2: try home.database().exclusively { _ in }
          default:
            let remembered = try home.database().remembered()
            guard case .held? = remembered else {
              Issue.record("\(String(describing: remembered))")
              continue
            }
          }
        }
        return index
      }
      #expect(written == [0, 1, 2, 3])
      #expect(try home.notes == 120)
      guard case .held(let change, 1)? = try home.database().remembered() else {
        Issue.record("the last change is not remembered")
        return
      }
      #expect(change == (try home.entries))
    }
  }

  /// A group commit and what was refused are acknowledged as anything else is.
  @Test func whateverIsCommitted() throws {
    try TestHome.withNotes { home in
      let database = try home.database()
      struct Refused: Error {}
      #expect(throws: Refused.self) {
        try database.read { connection in
          connection.recordAfterwards(Change("notes.refused"))
          throw Refused()
        }
      }
      #expect(try database.bookkeep { try $0.run("INSERT INTO notes_notes (text) VALUES ('quietly')") })
      let entries = try home.entries
      guard case .held(entries, 1)? = try home.database().remembered() else {
        Issue.record("\(String(describing: try home.database().remembered()))")
        return
      }
    }
  }
}
