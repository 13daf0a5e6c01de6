internal import QixModule

/// The name of a new module, and what follows from it.
struct PluginName: Equatable, Sendable {
  /// So that what is begun fits the width of lines.
  static let most = 24

  /// Folder and target: `LoyaltyCardShake`.
  let text: String
  /// Its words without "Shake": `["Loyalty", "Card"]`.
  let words: [String]

  /// For ever, in tables and codes: `loyaltycardshake`.
  var id: String { text.lowercased() }
  /// The group of its commands, and the name of its type of shake: `loyalty-card`.
  var command: String { words.map { $0.lowercased() }.joined(separator: "-") }
  /// In the names of types: `LoyaltyCard`.
  var title: String { words.joined() }
  /// In sentences: `loyalty card`.
  var phrase: String { words.map { $0.lowercased() }.joined(separator: " ") }

  /// - Throws: `pluginkit.name-malformed`, `PluginError.reserved`
  init(_ text: String, _ kind: PluginKind) throws {
    let scalars = Array(text.unicodeScalars)
    guard (3...Self.most).contains(scalars.count), let first = scalars.first, ("A"..."Z").contains(first),
      scalars.allSatisfy({ Self.isLetter($0) || ("0"..."9").contains($0) })
    else {
      throw Failure(
        "pluginkit.name-malformed", .usage, "'\(Self.shown(text))' can't be a module's name",
        hint: "Begin with a capital, then 2 to \(Self.most - 1) letters and digits, without accents: CouponShake.")
    }
    if let why = ReservedName.reason(text) { throw PluginError.reserved(text, why: why) }
    var words = Self.words(scalars)
    if kind == .shake, words.last == "Shake" { words.removeLast() }
    if kind.types.contains(text) {
      throw PluginError.reserved(text, why: "it is a type that each \(kind.rawValue) begins with")
    }
    guard !words.isEmpty else { throw PluginError.reserved(text, why: "it doesn't say what is shaken") }
    self.text = text
    self.words = words
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
  }

  /// `TVQuizShake`: "TV", "Quiz", "Shake". Digits belong to what stands before them.
  private static func words(_ scalars: [Unicode.Scalar]) -> [String] {
    var words: [String] = []
    for (index, scalar) in scalars.enumerated() {
      let isUpper = ("A"..."Z").contains(scalar)
      let wasUpper = index > 0 && ("A"..."Z").contains(scalars[index - 1])
      let goesOnSmall = index + 1 < scalars.count && ("a"..."z").contains(scalars[index + 1])
      if words.isEmpty || (isUpper && (!wasUpper || goesOnSmall)) {
        words.append(String(Character(scalar)))
      } else {
        words[words.count - 1].unicodeScalars.append(scalar)
      }
    }
    return words
  }

  /// A name that can be anything, short and on one line.
  private static func shown(_ text: String) -> String {
    let safe = text.unicodeScalars.prefix(most).map { (" "..."~").contains($0) ? Character($0) : "?" }
    return String(safe) + (text.unicodeScalars.count > most ? "…" : "")
  }
}

/// Names that mean something already to Swift, to its libraries or to the house.
enum ReservedName {
  static func reason(_ text: String) -> String? {
    if text.hasPrefix("Qix") { return "names that begin with Qix belong to the platform" }
    for end in ["Contract", "Tests", "Module", "Error"] where text.hasSuffix(end) {
      return "'\(end)' is added to the end of module names"
    }
    let small = text.lowercased()
    if small.hasPrefix("sqlite") { return "SQLite reserves tables with this prefix" }
    if keywords.contains(small) { return "it is a word of Swift" }
    if libraries.contains(text) { return "it is a library or a type of Swift" }
    return platform.contains(text) ? "it is a name of the platform" : nil
  }

  private static let keywords: Set<String> = [
    "actor", "any", "associatedtype", "async", "await", "borrowing", "break", "case", "catch", "class", "consuming",
    "continue", "default", "defer", "deinit", "else", "enum", "extension", "fallthrough", "false", "fileprivate",
    "for", "func", "guard", "import", "indirect", "init", "inout", "internal", "let", "macro", "mutating", "nil",
    "open", "operator", "override", "package", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows",
    "return", "self", "some", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
    "type", "typealias", "unowned", "var", "weak", "where", "while",
  ]

  private static let libraries: Set<String> = [
    "Array", "Bool", "Builtin", "Character", "Cxx", "Dictionary", "Dispatch", "Distributed", "Double", "Duration",
    "Equatable", "Float", "Foundation", "FoundationEssentials", "Glibc", "Hashable", "Int", "Int64", "Never",
    "Observation",
    "Optional", "PackageDescription", "PackagePlugin", "Range", "Regex", "RegexBuilder", "Result", "Sendable", "Set",
    "String", "Substring", "Swift", "Synchronization", "Task", "Testing", "Void", "XCTest",
  ]

  private static let platform: Set<String> = [
    "Attempt", "Catalog", "Cell", "Change", "Clock", "Column", "Command", "CommandNode", "Connection", "Context",
    "Database", "Declaration", "Document", "Engine", "Evidence", "Example", "Failing", "Failure", "Field", "Flag",
    "Identifier", "Invocation", "Language", "Migrating", "Migration", "Option", "Parameter", "Period", "Positional",
    "Printed",
    "Program", "Proof", "Refusal", "Registry", "Role", "Row", "Rows", "Services", "Setting", "Shake",
    "ShakeSettings", "ShakeType", "SingleUse", "SQL", "Statement", "Terminal", "Timestamp", "Value", "ValueKind",
    "Verdict",
  ]
}
