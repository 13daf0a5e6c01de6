internal import QixCommands
internal import QixKernel

/// Looks for words in the commands, their options, and the headings of the guides: what has all of them, each as it was
/// typed or by a word that means the same; where nothing has all, what has the more telling ones.
struct HelpSearch {
  private let terms: [SearchTerm]
  private let program: Program

  init(_ text: String, in program: Program) {
    self.init(SearchTerm.terms(text, synonyms: program.synonyms()), in: program)
  }

  private init(_ terms: [SearchTerm], in program: Program) { (self.terms, self.program) = (terms, program) }

  /// More than these would have to be searched again.
  private static let most = 15

  /// What has all of the words; else, with a note that says so, what has those nearest to them or the more telling ones.
  /// - Throws: `Failure` where nothing has any of the words.
  func document() throws(Failure) -> Document {
    var (search, notes): (HelpSearch, [Sentence]) = (self, [])
    while true {
      if var document = search.found {
        notes.forEach { document.note($0) }
        return document
      }
      guard let (instead, note) = search.meant ?? search.loosened else {
        throw Failure(
          "help.nothing-found", .notFound, "the help has no match for these words",
          hint: "Try another word, such as 'refund', or see all commands with `\(program.name) --help`.")
      }
      (search, notes) = (instead, notes + [note])
    }
  }

  /// Nil where nothing has all words.
  private var found: Document? {
    let (commands, guides) = (commands, guides)
    // What an option is called otherwise is told by its command.
    let found = options
    let typed = found.filter { $0.fit == .typed }
    let options = (commands.isEmpty && guides.isEmpty ? found : typed).prefix(Self.most).map(\.option)
    guard !(commands.isEmpty && options.isEmpty && guides.isEmpty) else { return nil }
    var document = Document("help.search/1")
    document.table(
      "commands", title: "Commands",
      [Field("command", .text) { $0.text }, Field<CommandTree.Place>("does", .text) { $0.node.summary }],
      rows: commands)
    document.table(
      "options", title: "Options",
      [
        Field("option", .text) { $0.form.label }, Field("command", .text) { $0.place.text },
        Field<Option>("does", .text) { UsageLine.meaning($0.form) },
      ], rows: options)
    document.table(
      "guides", title: "Guides",
      [Field("heading", .text) { $0.heading }, Field<GuideHeading>("page", .text) { $0.page }], rows: guides)
    return document
  }

  /// All that is searched but the longer texts of the help.
  private var texts: [String] {
    let forms = program.tree.places.flatMap(\.forms) + GlobalParameters.all
    return program.tree.places.flatMap { [$0.text, $0.node.summary.description] } + program.leads().map(\.key)
      + forms.map(\.label) + forms.map(UsageLine.meaning) + program.guides().map(\.heading)
  }

  /// The search with the nearest words that there are in place of those that stand nowhere, or without them; nil where
  /// none is near and none is left.
  private var meant: (HelpSearch, note: Sentence)? {
    let synonyms = program.synonyms()
    var seen: Set<String> = []
    let known = (texts + synonyms.keys.sorted()).flatMap { $0.lowercased().split { !$0.isLetter }.map(String.init) }
      .filter { $0.count > 2 && seen.insert($0).inserted }
    var (nearest, notes): ([SearchTerm], [Sentence]) = ([], [])
    for term in terms {
      if known.contains(where: { term.fit(" " + $0) != nil }) {
        nearest.append(term)
        // One slip of the finger, two in a long word: with more it is another word.
      } else if let word = Suggestion.best(for: term.typed, among: known, most: term.typed.count < 8 ? 1 : 2) {
        nearest.append(SearchTerm(word, synonyms: synonyms))
        notes.append("Nothing is about '\(term.typed)'; this is about '\(word)'.")
      } else {
        notes.append("Nothing is about '\(term.typed)', so it was left out.")
      }
    }
    return nearest.isEmpty || nearest == terms
      ? nil : (HelpSearch(nearest, in: program), notes.joined)
  }

  /// The search without the word that says least, which most texts have; nil for a single word.
  private var loosened: (HelpSearch, note: Sentence)? {
    guard terms.count > 1 else { return nil }
    let texts = texts.map(Self.spaced)
    let counts = terms.map { term in texts.count { term.fit($0) != nil } }
    guard let commonest = counts.indices.max(by: { counts[$0] < counts[$1] }) else { return nil }
    var rest = terms
    rest.remove(at: commonest)
    let words = rest.map { "'\($0.typed)'" }.joined(separator: ", ")
    return (HelpSearch(rest, in: program), "Nothing is about all of these words; this is about \(words).")
  }

  /// A text in small letters, with a space before each word.
  private static func spaced(_ text: String) -> String {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.reduce(into: "") { $0 += " " + $1 }
  }

  /// Whether a text has all words; `typed` where it has them as they were typed.
  private func fit(_ text: String) -> SearchTerm.Fit? {
    let text = Self.spaced(text)
    var fit = SearchTerm.Fit.typed
    for term in terms {
      guard let found = term.fit(text) else { return nil }
      if found == .meant { fit = .meant }
    }
    return fit
  }

  /// Those that have the words in their names first, then those that are led to by them, then by their summaries, and last
  /// by the rest of their help.
  private var commands: [CommandTree.Place] {
    let places = program.tree.places.filter { $0.declaration != nil }
    var led: [String: SearchTerm.Fit] = [:]
    for (tried, meant) in program.leads() {
      let path = "\(program.name) \(meant)"
      if let fit = fit(tried), led[path] != .typed { led[path] = fit }
    }
    func rank(_ place: CommandTree.Place) -> Int? {
      let examples = (place.declaration?.examples ?? []).map { "\($0.line) \($0.explanation)" }
      let summary = "\(place.text) \(place.node.summary)"
      let fits = [
        fit(place.text), led[place.text], fit(summary),
        fit(([summary, place.node.discussion.description] + examples).joined(separator: " ")),
      ]
      return fits.firstIndex { $0 != nil }.map { 2 * $0 + (fits[$0]?.rawValue ?? 0) }
    }
    let ranked = places.compactMap { place in rank(place).map { (rank: $0, place: place) } }
    // What only mentions the word is left out where enough is about it.
    let about = ranked.filter { $0.rank < 6 }
    return (about.count >= 3 ? about : ranked).sorted { $0.rank < $1.rank }.prefix(Self.most).map(\.place)
  }

  typealias Option = (place: CommandTree.Place, form: ParameterForm)

  private var options: [(option: Option, fit: SearchTerm.Fit)] {
    let all = program.tree.places.flatMap { place in place.forms.map { (place: place, form: $0) } }
    let global = GlobalParameters.all.map { (place: program.tree.top, form: $0) }
    return (all + global).compactMap { option in
      fit(option.form.label + " " + UsageLine.meaning(option.form)).map { (option, $0) }
    }
  }

  /// As they were typed before the others.
  private var guides: [GuideHeading] {
    let found = program.guides().map { (heading: $0, fit: fit($0.heading)) }
    let sorted = found.filter { $0.fit == .typed } + found.filter { $0.fit == .meant }
    return sorted.prefix(Self.most).map(\.heading)
  }
}
