internal import QixKernel

/// Looks for words in the commands, their options, and the headings of the guides.
struct HelpSearch {
  private let words: [String]
  private let program: Program

  init(_ text: String, in program: Program) {
    self.init(text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init), in: program)
  }

  private init(_ words: [String], in program: Program) { (self.words, self.program) = (words, program) }

  /// More than these would have to be searched again.
  private static let most = 15

  /// - Throws: `Failure` where nothing has the words.
  func document() throws(Failure) -> Document {
    let (commands, options, guides) = (commands, options, guides)
    guard !(commands.isEmpty && options.isEmpty && guides.isEmpty) else {
      if let meant, var document = try? meant.document() {
        let typed = zip(words, meant.words).filter { $0 != $1 }
        document.note(
          typed.map { "Nothing is about '\($0)'; this is about '\($1)'." }.joined(separator: " "))
        return document
      }
      throw Failure(
        "help.nothing-found", .notFound, "nothing in the help has all of these words",
        hint: "Try a single word, such as 'refund', or see all commands with `\(program.name) --help`.")
    }
    var document = Document("help.search/1")
    document.table(
      "commands", title: "Commands",
      [RowField("command") { .text($0.text) }, RowField<CommandTree.Place>("does") { .text($0.node.summary) }],
      rows: commands)
    document.table(
      "options", title: "Options",
      [
        RowField("option") { .text($0.form.label) }, RowField("command") { .text($0.place.text) },
        RowField<Option>("does") { .text($0.form.help) },
      ], rows: options)
    document.table(
      "guides", title: "Guides",
      [RowField("heading") { .text($0.heading) }, RowField<GuideHeading>("page") { .text($0.page) }], rows: guides)
    return document
  }

  /// The search with the nearest words that there are in place of those that stand nowhere; nil where none is near.
  private var meant: HelpSearch? {
    let forms = program.tree.places.flatMap(\.forms) + GlobalParameters.all
    let texts =
      program.tree.places.flatMap { [$0.text, $0.node.summary] } + program.leads().map(\.key) + forms.map(\.label)
      + forms.map(\.help) + program.guides().map(\.heading)
    var seen: Set<String> = []
    let known = texts.flatMap { $0.lowercased().split { !$0.isLetter }.map(String.init) }
      .filter { $0.count > 2 && seen.insert($0).inserted }
    let nearest = words.map { word in
      known.contains { $0.contains(word) } ? word : Suggestion.best(for: word, among: known) ?? word
    }
    return nearest == words ? nil : HelpSearch(nearest, in: program)
  }

  private func fits(_ text: String) -> Bool {
    let text = text.lowercased()
    return words.allSatisfy { text.contains($0) }
  }

  /// Those that have the words in their names first, then those that are led to by them, then by their summaries, and last
  /// by the rest of their help.
  private var commands: [CommandTree.Place] {
    let places = program.tree.places.filter { $0.declaration != nil }
    let led = program.leads().filter { fits($0.key) }.map { "\(program.name) \($0.value)" }
    func rank(_ place: CommandTree.Place) -> Int? {
      if fits(place.text) { return 0 }
      if led.contains(place.text) { return 1 }
      if fits(place.text + " " + place.node.summary) { return 2 }
      let examples = (place.declaration?.examples ?? []).map { $0.line + " " + $0.explanation }
      return fits(([place.text, place.node.summary, place.node.discussion] + examples).joined(separator: " ")) ? 3 : nil
    }
    let ranked = places.compactMap { place in rank(place).map { (rank: $0, place: place) } }
    // What only mentions the word is left out where enough is about it.
    let about = ranked.filter { $0.rank < 3 }
    return (about.count >= 3 ? about : ranked).sorted { $0.rank < $1.rank }.prefix(Self.most).map(\.place)
  }

  typealias Option = (place: CommandTree.Place, form: ParameterForm)

  private var options: [Option] {
    let all = program.tree.places.flatMap { place in place.forms.map { (place: place, form: $0) } }
    let global = GlobalParameters.all.map { (place: program.tree.top, form: $0) }
    return Array((all + global).filter { fits($0.form.label + " " + $0.form.help) }.prefix(Self.most))
  }

  private var guides: [GuideHeading] {
    Array(program.guides().filter { fits($0.heading) }.prefix(Self.most))
  }
}
