import Foundation
import QixFormats
import QixTesting
import Testing

@testable import QixCommands

/// The messages to customers in other languages: all that the sources tell them, with its values, and nothing else.
@Suite struct MessagesTests {
  /// Values whose English is too much for other languages: their sentences say what is asked for instead.
  private static let leftOut = [
    "identity.requirements-missing": 1,
    // What is wrong with the evidence is for the app's author.
    "shakes.evidence-malformed": 1, "readshake.answer-malformed.answer": 1,
    // The time in which coins count is in English alone.
    "tiers.too-low.hint": 1,
    // Words of the value itself.
    "customer.usage": 0,
  ]
  /// Told to tokens alone.
  private static let english: Set<String> = ["http.batches-going-on"]

  private static let languages: [Language] = Language.allCases.filter { $0 != .en }

  private static func file(_ language: Language) throws -> JSONValue {
    let root = (0..<3).reduce(URL(fileURLWithPath: #filePath)) { folder, _ in folder.deletingLastPathComponent() }
    let path = "Sources/Commands/QixCommands/Messages/\(language).json"
    var paths = [root.appendingPathComponent(path)]
    let plugins = root.appendingPathComponent("Plugins")
    for name in try FileManager.default.contentsOfDirectory(atPath: plugins.path).sorted() {
      let own = plugins.appendingPathComponent("\(name)/Messages/\(language).json")
      if FileManager.default.fileExists(atPath: own.path) { paths.append(own) }
    }
    let files = try paths.map { try JSONValue(parsing: String(contentsOfFile: $0.path, encoding: .utf8)) }
    return .object(
      ["sentences", "nouns", "terms", "months"].reduce(into: JSONObject()) { whole, part in
        if part == "months" { return whole[part] = files[0][part] }
        var members = JSONObject()
        for member in files.flatMap({ $0[part]?.object?.members ?? [] }) { members[member.key] = member.value }
        whole[part] = .object(members)
      })
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
    #expect(values.count > 250, "\(values.count)")
    let json = try Self.file(language)
    let entries = json["sentences"]?.object?.members ?? []
    let (told, translated) = (Set(values.keys), Set(entries.map(\.key)))
    #expect(told.subtracting(translated).isEmpty, "\(language) lacks \(told.subtracting(translated).sorted())")
    #expect(translated.subtracting(told).isEmpty, "no source has \(translated.subtracting(told).sorted())")
    for entry in entries {
      guard let expected = values[entry.key] else { continue }
      for text in Self.forms(entry.value, language) {
        let names = Set(Self.placeholders(text))
        // The field's name is said before what is wrong with it.
        let added = entry.key.hasPrefix("identity.field-malformed.") ? 1 : 0
        let others = names.subtracting(expected.typed)
        let kinds = Set(others.map { String($0.prefix { !$0.isNumber }) })
        #expect(
          Set(expected.typed).isSubset(of: names) && kinds.isSubset(of: ["text", "number", "time"])
            && others.count == expected.others + added - (Self.leftOut[entry.key] ?? 0),
          "\(language), \(entry.key): \(text)")
        #expect(
          text.first?.isUppercase == expected.isHint && (text.last == ".") == expected.isHint,
          "\(language), \(entry.key): \(text)")
      }
    }
  }

  /// A new refusal, another value in one and a text from elsewhere: what the sources say is found.
  @Test func refusalsAreFoundInSources() {
    var found = SourceSentences()
    found.read(
      """
      Refusal("scan.used", "this was used \\(count, "time")", hint: "Try \\(name).")
      refuse("scan.old", rule.sentence, hint: "\\(field.help)")
      Refusal("scan.own", given: "words of an operator", hint: nil)
      Notice("scan.waits", .keyed("scan.waits.long", "we look at \\(what) first"))
      """, "Scan.swift")
    #expect(found.faults.isEmpty, "\(found.faults)")
    #expect(Set(found.values.keys) == ["scan.used", "scan.used.hint", "scan.waits.long"], "\(found.values)")
    #expect(found.values["scan.used"] == SourceSentences.Values(typed: ["time"]))
    #expect(found.values["scan.used.hint"] == SourceSentences.Values(others: 1, isHint: true))
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
