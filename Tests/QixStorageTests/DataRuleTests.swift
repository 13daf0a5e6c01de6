import QixKernel
import QixTesting
import Testing

@testable import QixStorage

/// Rules that stored rows keep to.
@Suite struct DataRuleTests {
  private func faults(_ texts: [String], by rules: [DataRule]) throws -> [String] {
    try TestHome.withNotes { home in
      try home.database().write(Change("test")) { connection, _ in
        for text in texts { try connection.execute("INSERT INTO notes_notes (text) VALUES (\(text))") }
        return try connection.faults(by: rules)
      }
    }
  }

  private static let short = DataRule("SELECT text FROM notes_notes ORDER BY note") { row in
    let text: String = row["text"]
    return text.count > 3 ? "'\(text)' is long" : nil
  }

  @Test func eachRowThatBreaksARuleIsNamedInTheOrderOfTheRules() throws {
    let empty = DataRule("SELECT note FROM notes_notes WHERE text = ''", "a note is empty")
    #expect(try faults(["a", "", "long", ""], by: [Self.short, empty]) == ["'long' is long", "a note is empty"])
    #expect(try faults(["a", "b"], by: [Self.short, empty]) == [])
  }

  @Test func ofManyFaultsTheFirstAreTold() throws {
    let texts = (0..<25).map { "note \($0)" }
    #expect(try faults(texts, by: [Self.short]) == texts.prefix(DataRule.most).map { "'\($0)' is long" })
  }

  @Test func aSentenceCanReadWhatTheRowIsHeldAgainst() throws {
    let twice = DataRule("SELECT note, text FROM notes_notes ORDER BY note") { row, connection in
      let (note, text): (Int64, String) = (row["note"], row["text"])
      let isThere = try connection.has("SELECT 1 FROM notes_notes WHERE text = \(text) AND note < \(note)")
      return isThere ? "'\(text)' is there twice" : nil
    }
    #expect(try faults(["a", "b", "a"], by: [twice]) == ["'a' is there twice"])
  }

  @Test func aSumThatNobodyCanHaveIsAFault() throws {
    let sum = DataRule("SELECT sum(\(Int64.max)) AS sum FROM notes_notes") { _ in nil }
    let told = try faults(["a", "b"], by: [sum])
    #expect(told.count == 1 && told[0].hasPrefix("amounts can't be added up"))
  }
}
