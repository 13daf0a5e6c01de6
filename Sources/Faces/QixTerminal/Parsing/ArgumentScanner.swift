internal import QixCommands
internal import QixKernel

/// Splits the words of a command line into options with their values and plain words.
///
/// The syntax is that of getopt_long (POSIX.1-2017 §12.2 and the GNU additions): options anywhere, `--name=value` and
/// `--name value`, short flags in one word, `--` before words that may begin with a dash, `-` a plain word. On
/// purpose it differs in one point: a long name must be written out.
struct ArgumentScanner {
  enum Token {
    case flag(ParameterForm)
    case option(ParameterForm, String)
    case word(String)
  }

  private var words: ArraySlice<String>
  /// The rest of a word of short flags, `yq` of `-hyq`.
  private var cluster: Substring = ""
  private var optionsEnded = false
  /// Names the command for hints.
  var help: String

  init(_ words: [String], help: String) {
    self.words = words[...]
    self.help = help
  }

  /// The next token, or nil at the end.
  /// - Parameter known: the options that may stand here.
  mutating func next(_ known: [ParameterForm]) throws(UsageError) -> Token? {
    if let letter = cluster.popFirst() { return try short(letter, known) }
    guard let word = words.popFirst() else { return nil }
    guard !optionsEnded, word.utf8.first == UInt8(ascii: "-"), word.utf8.count > 1 else { return .word(word) }
    if word == "--" {
      optionsEnded = true
      return try next(known)
    }
    if word.hasPrefix("--") { return try long(word, known) }
    cluster = word.dropFirst()
    return try next(known)
  }

  private mutating func long(_ word: String, _ known: [ParameterForm]) throws(UsageError) -> Token {
    // By scalars: to Swift, '=' and an accent behind it are one character, and no '='.
    let parts = word.unicodeScalars.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard
      let form = known.first(where: { $0.kind != .positional && $0.name == name })
        ?? known.first(where: { $0.formerly.contains(name) })
    else {
      throw .unknownOption("--" + name, known: Self.names(known), help: help)
    }
    guard form.kind == .option else {
      guard parts.count == 2 else { return .flag(form) }
      if form.listing != nil { return .option(form, String(parts[1])) }
      guard let word = form.word else {
        throw UsageError("\(form.told) takes no value", hint: "Write \(form.told) alone.")
      }
      guard String(parts[1]) == word else {
        throw UsageError(
          "\(form.told) takes no value except '\(word)'", hint: "Write \(form.told), or \(form.told)=\(word).")
      }
      return .option(form, word)
    }
    if parts.count == 2 { return .option(form, String(parts[1])) }
    return .option(form, try value(form))
  }

  private mutating func short(_ letter: Character, _ known: [ParameterForm]) throws(UsageError) -> Token {
    guard let form = known.first(where: { $0.short == letter }) else {
      cluster = ""
      throw .unknownOption("-\(letter)", known: [], help: help)
    }
    guard form.kind == .option else { return .flag(form) }
    let rest = String(cluster)
    cluster = ""
    return .option(form, rest.isEmpty ? try value(form) : rest)
  }

  private mutating func value(_ form: ParameterForm) throws(UsageError) -> String {
    guard let value = words.popFirst() else {
      throw UsageError("\(form.told) needs a value", hint: "Write \(form.told) \(form.placeholder).")
    }
    return value
  }

  private static func names(_ known: [ParameterForm]) -> [String] {
    known.filter { $0.kind != .positional }.map(\.label)
  }
}
