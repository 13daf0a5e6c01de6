internal import QixFormats
package import QixKernel

/// A module that ships its own sentences for customers in other languages.
package protocol MessageProviding: Module {
  /// Files like `Messages/it.json` of this module, embedded: `[.it: PackageResources.it_json]`.
  static var messages: [Language: [UInt8]] { get }
}

/// What customers are told in one language, from `Messages/it.json`: whole sentences by the code of the error, or by the
/// key of the sentence, with the values of the English sentence in braces: `{coins}`, `{time}`.
package struct Translations: Sendable {
  /// The forms of a text by the plural category of a number; `other` alone where it has no number.
  private typealias Forms = [String: String]

  package let language: Language
  private var sentences: [String: Forms]
  /// By the English noun in the singular, with the number in them: `{number} monete`.
  private var nouns: [String: Forms]
  /// What stands as text in some sentences and is ours: `phone number`.
  private var terms: [String: String]
  private let months: [String]

  /// Those of every language, with what modules ship.
  package static func all(of registry: Registry) -> [Language: Translations] {
    var all = Dictionary(uniqueKeysWithValues: Language.allCases.map { ($0, of($0)) })
    for case let module as any MessageProviding.Type in registry.modules {
      for (language, file) in module.messages { all[language]?.add(Translations(language, file: file)) }
    }
    return all
  }

  static func of(_ language: Language) -> Translations {
    switch language {
    case .en: english
    case .it: italian
    case .es: spanish
    case .ca: catalan
    case .ro: romanian
    }
  }

  /// Another file's; what is there already stays.
  private mutating func add(_ other: Translations) {
    sentences.merge(other.sentences) { own, _ in own }
    nouns.merge(other.nouns) { own, _ in own }
    terms.merge(other.terms) { own, _ in own }
  }

  // Each is read when it is first asked for. English has none: the sources have its sentences.
  private static let english = Translations(.en, file: Array("{}".utf8))
  private static let italian = Translations(.it, file: PackageResources.it_json)
  private static let spanish = Translations(.es, file: PackageResources.es_json)
  private static let catalan = Translations(.ca, file: PackageResources.ca_json)
  private static let romanian = Translations(.ro, file: PackageResources.ro_json)

  /// - Precondition: the file is one of the program's.
  private init(_ language: Language, file: [UInt8]) {
    do {
      try self.init(language, parsing: file)
    } catch {
      // The files are part of the program, and a test reads each: only a broken build comes here.
      fatalError("the messages in \(language) can't be read: \(error)")
    }
  }

  init(_ language: Language, parsing file: [UInt8]) throws {
    let json = try JSONValue(parsing: file)
    self.language = language
    sentences = Self.members(json["sentences"]).mapValues(Self.forms)
    nouns = Self.members(json["nouns"]).mapValues(Self.forms)
    terms = Self.members(json["terms"]).compactMapValues(\.string)
    months = json["months"]?.array?.compactMap(\.string) ?? []
  }

  private static func members(_ json: JSONValue?) -> [String: JSONValue] {
    Dictionary((json?.object?.members ?? []).map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  private static func forms(_ json: JSONValue) -> Forms {
    if let text = json.string { return ["other": text] }
    return members(json).compactMapValues(\.string)
  }

  // MARK: -

  /// A sentence in this language; nil for one that isn't there, or has other values than its translation.
  /// - Parameters:
  ///   - code: of the error.
  ///   - option: writes the name of an option.
  package func text(
    _ sentence: Sentence, of code: String, option: (_ name: String) -> String? = { "--\($0)" }
  ) -> String? {
    guard let forms = sentences[sentence.key ?? code] else { return nil }
    let values = sentence.values
    let number = values.lazy.compactMap(\.part.amount).first
    guard let text = number.flatMap({ forms[language.plural($0)] }) ?? forms["other"] else { return nil }
    return filled(text) { name in values.first { $0.name == name }.flatMap { written($0.part, option) } }
  }

  /// - Returns: nil where a value is missing.
  private func filled(_ text: String, _ value: (String) -> String?) -> String? {
    var (result, rest) = ("", text[...])
    while let open = rest.firstIndex(of: "{") {
      result += rest[..<open]
      guard let close = rest[open...].firstIndex(of: "}"),
        let value = value(String(rest[rest.index(after: open)..<close]))
      else { return nil }
      result += value
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }

  private func written(_ part: Sentence.Part, _ option: (String) -> String?) -> String? {
    switch part {
    case .coins(let coins): counted(coins, "coin")
    case .count(let count, let noun): counted(count, noun)
    case .number(let number): language.written(number)
    case .text(let text): terms[text] ?? text
    case .time(let time): written(time)
    case .option(let name): option(name)
    case .user, .command: part.plain
    case .words, .argument, .placeholder, .exit, .secret, .stop: nil
    }
  }

  private func counted(_ count: Int64, _ noun: String) -> String? {
    guard let forms = nouns[noun], let text = forms[language.plural(count)] ?? forms["other"] else { return nil }
    return filled(text) { $0 == "number" ? language.written(count) : nil }
  }

  /// `5 marzo 2027, 14:30 UTC`.
  private func written(_ time: Timestamp) -> String? {
    let date = time.date
    guard months.indices.contains(Int(date.month) - 1) else { return nil }
    let minutes = (time.microseconds - Timestamp(startOf: date).microseconds) / 60_000_000
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(date.day) \(months[Int(date.month) - 1]) \(date.year), \(two(minutes / 60)):\(two(minutes % 60)) UTC"
  }
}

extension Sentence.Part {
  /// The number of a value that is one.
  fileprivate var amount: Int64? {
    switch self {
    case .number(let number), .coins(let number), .count(let number, _): number
    default: nil
    }
  }
}
