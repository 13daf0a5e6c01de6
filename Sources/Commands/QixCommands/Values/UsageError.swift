package import QixKernel

/// The command line is wrong; exit code 2.
package struct UsageError: Diagnosable, Equatable {
  package let sentence: Sentence
  package let hint: Sentence?
  package let forUser: Sentence?

  package init(_ sentence: Sentence, hint: Sentence? = nil, forUser: Sentence? = nil) {
    self.sentence = sentence
    (self.hint, self.forUser) = (hint, forUser)
  }

  package var category: ErrorCategory { .usage }
  package var code: String { "usage" }
}

extension UsageError {
  /// Options that people try first, since other programs call them so, with those that do it here.
  private static let triedFirst: [(tried: [String], here: [String], hint: Sentence)] = [
    (
      [
        "month", "last-month", "this-month", "year", "quarter", "week", "day", "date", "period", "range", "from", "to",
        "start", "end", "after", "before",
      ],
      ["--since", "--until"],
      "--since 2026-10 --until 2026-10 is a month, --since 'last month' --until 'last month' the one before this."
    ),
    (
      ["pdf", "print", "output", "out"], ["--html"],
      "--html FILE.html makes a page; printed from a browser it becomes a PDF."
    ),
    (
      ["excel", "xls", "xlsx", "ods"], ["--csv"],
      "--csv makes a table for spreadsheets; > FILE.csv writes it to a file."
    ),
    (["format"], ["--json", "--csv"], "--json is for programs, --csv for spreadsheets."),
  ]

  package static func unknownOption(_ spelled: String, known: [String], help: String) -> UsageError {
    if let (_, here, hint) = triedFirst.first(where: {
      $0.tried.contains { spelled == "--" + $0 } && $0.here.allSatisfy(known.contains)
    }) {
      return UsageError(
        "unknown option '\(spelled)'; here it is \(here.joined(separator: " and "))",
        hint: "\(hint) Run `\(help) --help` to see all options.")
    }
    return UsageError(
      "unknown option '\(spelled)'\(Suggestion.clause(for: spelled, among: known))",
      hint: "Run `\(help) --help` to see its options.")
  }

  /// One argument too many. It isn't repeated: it may well be a secret, or personal.
  /// - Parameter example: a line of the command; what it names stands for itself in the hint, so that nobody runs it.
  package static func surplusArgument(help: String, _ forms: [ParameterForm], example: String? = nil) -> UsageError {
    let last = forms.last { $0.kind == .positional }
    let names = Set(forms.map(\.name))
    var place: Sentence?
    // `SecretOption` declares both.
    if let file = forms.first(where: { $0.secret == .file }),
      let descriptor = forms.first(where: { $0.secret == .descriptor })
    {
      place =
        "Never write a secret on the command line: qix asks for it, or reads it with \(file.told) FILE "
        + "or \(descriptor.told) N. "
    }
    let time = triedFirst.first { $0.here == ["--since", "--until"] && names.isSuperset(of: ["since", "until"]) }
    let said: Sentence? =
      place ?? time.map { "Write a time like this: \($0.hint) " }
      ?? example.map {
        "Write `\(form(of: $0, forms, help: help))`. "
      }
    return UsageError(
      last.map { "'\(help)' takes nothing more after \($0.told)" } ?? "'\(help)' takes no arguments",
      hint: "\(said ?? "")Run `\(help) --help` to see what it takes.")
  }

  /// A line with placeholders in place of values: `qix coins goodwill USER --amount COINS --reason TEXT`.
  private static func form(of line: String, _ forms: [ParameterForm], help: String) -> String {
    var (words, positionals) = ([help], forms.filter { $0.kind == .positional }[...])
    var isInside = false
    var rest = line.dropFirst(help.count).split(separator: " ")[...]
    while let word = rest.popFirst() {
      // The rest of a text in quotes.
      let closes = word.filter { $0 == "'" }.count % 2 == 1
      if isInside {
        isInside = !closes
        continue
      }
      guard let form = forms.first(where: { $0.kind != .positional && $0.label == word }) else {
        isInside = closes
        guard !word.hasPrefix("-"), let form = positionals.first else { continue }
        words.append(form.label)
        if !form.isRepeated { positionals.removeFirst() }
        continue
      }
      words.append(form.label)
      guard form.kind == .option, let value = rest.popFirst() else { continue }
      isInside = value.filter { $0 == "'" }.count % 2 == 1
      words.append(form.placeholder)
    }
    return words.joined(separator: " ")
  }

  package static func unknownCommand(_ word: String, in path: String, known: [String]) -> UsageError {
    UsageError(
      "'\(path)' has no command '\(word)'\(Suggestion.clause(for: word, among: known))",
      // The program's own are too many for a sentence.
      hint: path.contains(" ")
        ? "It has \(known.joined(separator: ", ")); '\(path) --help' says what they do."
        : "Run `\(path) --help` to see its commands.")
  }
}
