import Foundation
import QixFormats
import QixTesting
import Testing

@testable import QixCommands

/// The messages to customers in other languages: all that the sources tell them, with its values, and nothing else.
@Suite struct MessagesTests {
  /// Values whose English is too much for other languages: their sentences say what is asked for instead.
  private static let leftOut = [
    "identity.field-malformed": 1, "identity.username-malformed": 1, "identity.requirements-missing": 1,
    // Words of the value itself.
    "customer.usage": 0,
  ]
  /// Told to tokens alone.
  private static let english: Set<String> = ["http.batches-going-on"]

  private static let languages: [Language] = Language.allCases.filter { $0 != .en }

  private static func file(_ language: Language) throws -> JSONValue {
    let root = (0..<3).reduce(URL(fileURLWithPath: #filePath)) { folder, _ in folder.deletingLastPathComponent() }
    let path = "Sources/Commands/QixCommands/Messages/\(language).json"
    return try JSONValue(parsing: String(contentsOfFile: root.appendingPathComponent(path).path, encoding: .utf8))
  }

  /// A text, or one for each plural category of the language.
  private static func forms(_ json: JSONValue, _ language: Language) -> [String] {
    if let text = json.string { return [text] }
    let members = json.object?.members ?? []
    let categories = Set((0...100).map { language.plural($0) })
    #expect(Set(members.map(\.key)) == categories, "\(language): \(json.text())")
    return members.compactMap(\.value.string)
  }

  private static func placeholders(_ text: String) -> [String] {
    text.split(separator: "{", omittingEmptySubsequences: false).dropFirst().map { String($0.prefix { $0 != "}" }) }
  }

  @Test(arguments: languages) func allIsThereInEachLanguage(language: Language) throws {
    let sources = try SourceSentences.all.get()
    #expect(sources.faults.isEmpty, "\(sources.faults)")
    var values = sources.values.filter { !Self.english.contains($0.key) }
    // Its sentence is the error's own, and no literal.
    values["customer.usage"] = SourceSentences.Values()
    #expect(values.count > 70, "\(values.count)")
    let json = try Self.file(language)
    let entries = json["sentences"]?.object?.members ?? []
    let (told, translated) = (Set(values.keys), Set(entries.map(\.key)))
    #expect(told.subtracting(translated).isEmpty, "\(language) lacks \(told.subtracting(translated).sorted())")
    #expect(translated.subtracting(told).isEmpty, "no source has \(translated.subtracting(told).sorted())")
    for entry in entries {
      guard let expected = values[entry.key] else { continue }
      for text in Self.forms(entry.value, language) {
        let names = Set(Self.placeholders(text))
        let others = names.subtracting(expected.typed)
        let kinds = Set(others.map { $0.last == "2" ? String($0.dropLast()) : $0 })
        #expect(
          Set(expected.typed).isSubset(of: names) && kinds.isSubset(of: ["text", "number", "time"])
            && others.count == expected.others - (Self.leftOut[entry.key] ?? 0),
          "\(language), \(entry.key): \(text)")
        #expect(text.first?.isUppercase == false && text.last != ".", "\(language), \(entry.key): \(text)")
      }
    }
  }

  @Test(arguments: languages) func nounsAndMonthsAreThere(language: Language) throws {
    let json = try Self.file(language)
    let nouns = Set((json["nouns"]?.object?.members ?? []).map(\.key))
    let used = try Set(SourceSentences.all.get().values.values.flatMap(\.typed)).subtracting(["coins", "option"]).union(
      ["coin"]
    )
    #expect(nouns == used, "\(language)")
    for noun in json["nouns"]?.object?.members ?? [] { _ = Self.forms(noun.value, language) }
    #expect(json["months"]?.array?.count == 12)
    let terms = try Self.languages.map { try Set((Self.file($0)["terms"]?.object?.members ?? []).map(\.key)) }
    #expect(Set(terms).count == 1, "all have the same terms")
  }
}
