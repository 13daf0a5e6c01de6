internal import QixCommands

/// The command tree for completion, as shell functions of `case` statements that bash and zsh both read.
///
/// The scripts are complete in themselves: a Tab starts no program, so it is quick and also works where the data is
/// locked or away. Names of commands and options are made of letters, digits and hyphens (`CommandTree.check`); all
/// other text is quoted.
enum ShellTables {
  /// - Returns: functions that set variables of their caller: `child` sets `reply` to the place that a word leads to;
  ///   `valued` succeeds when an option takes a value; `entries` sets the arrays `verbs` and `flags` of
  ///   `name:description`; `value` sets `kind` and the array `choices` for an option or the number of a positional.
  static func text(for tree: CommandTree) -> String {
    let name = function(tree)
    let places = tree.places
    let children = places.flatMap { place in
      place.children.map { ("\(place.text)/\($0.node.name)", "reply=\(quote($0.text))") }
    }
    let valued =
      globalSpellings.map { ("*" + quote("/" + $0), "return 0") }
      + places.flatMap { place in
        spellings(place.forms.filter { $0.kind == .option }).map { (quote("\(place.text)/\($0)"), "return 0") }
      }
    let entries = places.map { place in
      (quote(place.text), "verbs=(\(describe(place.children)))\n      flags=(\(describe(place.forms)))")
    }
    return """
      _\(name)_child() {
        reply=
        case "$1/$2" in
      \(cases(children.map { (quote($0.0), $0.1) }))
        esac
      }

      _\(name)_valued() {
        case "$1/$2" in
      \(cases(valued))
        esac
        return 1
      }

      _\(name)_entries() {
        verbs=() flags=()
        case "$1" in
      \(cases(entries))
        esac
        flags+=(\(describe(GlobalParameters.all)))
      }

      _\(name)_value() {
        kind=none choices=()
        case "$1/$2" in
      \(cases(globalValues + places.flatMap(values)))
        esac
      }

      """
  }

  /// A name for functions: the program's, with letters only a shell takes.
  static func function(_ tree: CommandTree) -> String {
    String(tree.program.map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }

  /// In single quotes, within which nothing has a meaning but the quote itself.
  static func quote(_ text: String) -> String {
    // By scalars: to Swift, a quote and an accent behind it are one character.
    "'"
      + text.unicodeScalars.split(separator: "'", omittingEmptySubsequences: false).map(String.init)
      .joined(separator: "'\\''") + "'"
  }

  /// A word of a line, in quotes where it needs them.
  static func word(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { $0 >= 0x80 || plain.contains($0) }
    return isPlain && !text.isEmpty ? text : quote(text)
  }

  private static let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+=:,./@%".utf8)

  private static func cases(_ cases: [(pattern: String, action: String)]) -> String {
    cases.map { "    \($0.pattern)) \($0.action) ;;" }.joined(separator: "\n")
  }

  private static func describe(_ places: [CommandTree.Place]) -> String {
    places.map { quote("\($0.node.name):\($0.node.summary)") }.joined(separator: " ")
  }

  private static func describe(_ forms: [ParameterForm]) -> String {
    forms.filter { $0.kind != .positional }.map { quote("\($0.label):\(UsageLine.meaning($0))") }.joined(separator: " ")
  }

  private static func spellings(_ forms: [ParameterForm]) -> [String] {
    forms.flatMap { [$0.label] + ($0.short.map { ["-\($0)"] } ?? []) }
  }

  private static var globalSpellings: [String] { spellings(GlobalParameters.all.filter { $0.kind == .option }) }

  private static var globalValues: [(String, String)] {
    GlobalParameters.all.filter { $0.kind == .option }.flatMap { form in
      spellings([form]).map { ("*" + quote("/" + $0), action(form.completion)) }
    }
  }

  private static func values(of place: CommandTree.Place) -> [(String, String)] {
    let options = place.forms.filter { $0.kind == .option }.flatMap { form in
      spellings([form]).map { (quote("\(place.text)/\($0)"), action(form.completion)) }
    }
    let positionals = place.forms.filter { $0.kind == .positional }.enumerated().map { index, form in
      (quote("\(place.text)/") + (form.isRepeated ? "[0-9]*" : "\(index)"), action(form.completion))
    }
    return options + positionals
  }

  private static func action(_ completion: Completion) -> String {
    switch completion {
    case .none: "kind=none"
    case .file: "kind=file"
    case .directory: "kind=directory"
    case .command: "kind=command"
    case .choices(let words): "kind=choices choices=(\(words.map(quote).joined(separator: " ")))"
    }
  }
}
