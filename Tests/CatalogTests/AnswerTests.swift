import Foundation
import QixCatalog
import QixCommands
import QixTesting
import Testing

@testable import QixTerminal

/// What commands answer: every answer is declared, and a member that programs read neither goes nor changes without
/// another version of its schema. That answers are what is declared is checked wherever a test runs a command.
@Suite struct AnswerTests {
  @Test func everyAnswerIsDeclared() throws {
    for place in try Commands.places() {
      guard case .command(let type) = place.node, let command = type as? any Command.Type else { continue }
      let answers = try place.declaration?.answer?.answers() ?? []
      let isFile = command.declaration.answer?.file != nil
      #expect(command.printsByItself || isFile || !answers.isEmpty, "'\(place.text)' declares no answer")
    }
  }

  /// One schema, one shape, whichever command gives it.
  @Test func aSchemaIsOneShape() throws {
    var known: [String: (answer: AnswerShape.Answer, place: String)] = [:]
    for (answer, place) in try Self.answers() {
      let first = known[answer.schema, default: (answer, place)]
      #expect(first.answer == answer, "\(answer.schema) is one thing in '\(first.place)', another in '\(place)'")
      known[answer.schema] = first
    }
  }

  /// What changes something says whether it did (`dry_run`), and a reader of the same schema would promise it.
  @Test func aSchemaIsThatOfReadingOrOfChanging() throws {
    var known: [String: (isChange: Bool, place: String)] = [:]
    for place in try Commands.places() {
      guard let declaration = place.declaration else { continue }
      let isChange = declaration.effect == .changes
      for schema in try declaration.answer?.answers().map(\.schema) ?? [] {
        let first = known[schema, default: (isChange, place.text)]
        #expect(first.isChange == isChange, "\(schema) is an answer of '\(first.place)' and of '\(place.text)'")
        known[schema] = first
      }
    }
  }

  /// Before a version ships its file follows the program by recording; afterwards it stays.
  @Test func theAnswersOfThisVersionAreAsRecorded() throws {
    var lines = Set(try Self.answers().map { "\($0.answer)\n" }).sorted()
    lines.insert("# What qix \(Qix.version) answers: recorded, not to be edited.\n", at: 0)
    try expectGolden(lines.joined(), "../../../data/answers/\(Qix.version).txt")
  }

  /// Whoever reads the answers of an earlier version can read those of this one under the same schema.
  @Test func whatWasAnsweredStays() throws {
    let now = Dictionary(try Self.answers().map { ($0.answer.schema, $0.answer) }) { first, _ in first }
    let files = try FileManager.default.contentsOfDirectory(atPath: House.path("data/answers"))
    #expect(!files.isEmpty)
    for file in files.sorted() {
      let lines = try House.text("data/answers/\(file)").split(separator: "\n").filter { !$0.hasPrefix("#") }
      for line in lines {
        let old = try RecordedAnswer.read(line)
        guard let new = now[old.schema] else { continue }
        #expect(
          Self.losses(from: old.members, to: new.members, of: old.schema).isEmpty, "\(old.schema) of \(file)")
      }
    }
  }

  @Test func everyAnswerHasAJSONSchema() throws {
    try TestHome.with { home in
      for (answer, _) in try Self.answers() {
        let text = try home.done("help --schema \(answer.schema)")
        let schema = try #require(
          try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any], "\(answer.schema)")
        let properties = try #require(schema["properties"] as? [String: Any])
        #expect(Set(properties.keys).isSuperset(of: answer.members.map(\.key)))
      }
      // By its name alone too, and one that doesn't exist is a mistake with a way out.
      #expect(try home.done("help --schema wallet.show").contains("\"const\": \"wallet.show/"))
      let unknown = try home.qix("help --schema wallet.shwo")
      #expect(unknown.exitCode == 2 && unknown.errors.contains("wallet.show"))
    }
  }

  private static func answers() throws -> [(answer: AnswerShape.Answer, place: String)] {
    try Commands.places().flatMap { place in
      try place.declaration?.answer?.answers().map { ($0, place.text) } ?? []
    }
  }

  /// Texts that were declared as integers until 0.7.0.
  private static let misdeclared = [
    "coins.show/2": "merged_from", "wallet.history/1": "merged_from", "read.results/1": "points",
    "read.text-show/1": "title",
  ]

  /// The members that are gone, are of another type, or may be null or absent where they could not.
  private static func losses(
    from old: [AnswerShape.Member], to new: [AnswerShape.Member], of schema: String
  ) -> [String] {
    old.flatMap { before -> [String] in
      guard let after = new.first(where: { $0.key == before.key }),
        (before.isNullable || !after.isNullable), (before.isOptional || !after.isOptional)
      else { return [before.key] }
      switch (before.type, after.type) {
      case (.rows(let inner), .rows(let now)), (.object(let inner), .object(let now)):
        return losses(from: inner, to: now, of: schema)
      default:
        let isCorrected = before.type == .scalar(.integer) && misdeclared[schema] == before.key
        return before.type == after.type || isCorrected ? [] : [before.key]
      }
    }
  }
}
