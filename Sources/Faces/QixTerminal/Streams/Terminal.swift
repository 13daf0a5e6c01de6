package import QixCalendar
package import QixCommands
package import QixKernel

/// The streams of a command: data on standard output, everything else on standard error, questions and input.
package struct Terminal: Face {
  package let streams: Streams
  package let globals: GlobalOptions
  /// Whether text on standard output, and on standard error, is coloured.
  package let colorsOutput: Bool
  let colorsErrors: Bool
  /// Columns of the terminal; 80 where that is unknown.
  package let width: Int
  /// What the environment says of the terminal's columns.
  private let columns: Int?
  /// Finds the zone of moments that a person reads, where the command line names none; asked when one is told on a
  /// terminal, and not before.
  var findZone: @Sendable () -> TimeZone = { .utc }
  /// The line that is answered, the program's name first; none where it came by another way.
  var line: [String] = []
  /// The limits on what this terminal may tell; nil for none.
  package var clearance: Clearance?

  init(_ streams: Streams, _ globals: GlobalOptions, _ environment: Environment) {
    self.streams = streams
    self.globals = globals
    let isDumb = environment["TERM"] == "dumb"
    func colors(_ sink: any OutputSink) -> Bool {
      switch globals.color {
      case .always: true
      case .never: false
      case .auto: sink.isTerminal && !isDumb
      }
    }
    colorsOutput = colors(streams.output)
    colorsErrors = colors(streams.errors)
    columns = environment.nonEmpty("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    width = columns ?? streams.output.columns ?? 80
  }

  package var isForPeople: Bool { globals.format == .human }
  package var screen: Screen? {
    isForPeople && !globals.isQuiet ? Screen(width: width, hasColors: colorsOutput) : nil
  }
  package var zone: TimeZone? { globals.zone }
  var errors: any OutputSink { streams.errors }
  var standardInput: any InputSource { streams.input }

  /// How values are told: whole, unless a person reads them on a terminal.
  var manner: Manner {
    guard globals.format == .human, !globals.isQuiet else { return .whole }
    guard output.isTerminal, !globals.table.isWide else {
      return Manner(width: nil, zone: globals.zone, isBrief: false)
    }
    return Manner(width: width, zone: globals.zone ?? findZone(), isBrief: true)
  }

  /// A moment within a sentence, as the cells of the same answer tell theirs.
  package func text(_ time: Timestamp) -> String { manner.text(time) }

  package func tell(_ note: Note) {
    switch note {
    case .note(let text): tell(text)
    case .warning(let text): warn(text)
    case .more(let advice): noteMore(advice)
    case .rest(let option, let value): noteMore(goingOn(by: option, value))
    case .next(let text): tell("Next: \(text).")
    }
  }

  /// Tells the person something besides the data: what changed, what to do next, as far as they may do it. Silent under
  /// `--quiet`.
  private func tell(_ text: Sentence) {
    guard !globals.isQuiet, let text = Teller(phrasing, clearance).advice(text) else { return }
    say(message(text) + "\n")
  }

  /// Tells the person something that may need their attention; what is wrong they are told also where others can fix it.
  private func warn(_ text: Sentence) {
    let teller = Teller(phrasing, clearance)
    say(message(teller.advice(text) ?? teller.text(text), behind: "warning:", Style.yellow) + "\n")
  }

  /// Shows a person at a terminal the zone of days and times that the command line has without one.
  package func tellZone(_ zone: TimeZone) {
    guard output.isTerminal, globals.format == .human else { return }
    tell("Days and times on the line are those of \(zone.identifier).")
  }

  /// Tells the user that a list goes on, and how to see the rest. Under `--quiet` it is a warning: a script that takes
  /// a part for the whole loses data.
  private func noteMore(_ advice: Sentence) {
    // What comes later may belong in front of all that is shown.
    let sorted: Sentence = globals.table.sort == nil ? "" : " Only the rows above are sorted, not those to come."
    let sentence: Sentence = "There is more: \(advice).\(sorted)"
    if globals.isQuiet { warn(sentence) } else { tell(sentence) }
  }

  /// How sentences are written for whom reads them here.
  var phrasing: TerminalPhrasing {
    if speaking.isTerminal {
      return TerminalPhrasing(
        manner: Manner(width: nil, zone: globals.zone ?? findZone(), isBrief: true), now: { [clock] in clock.now() })
    }
    guard globals.format == .human, !globals.isQuiet else { return TerminalPhrasing(manner: .whole) }
    return TerminalPhrasing(manner: Manner(width: nil, zone: globals.zone, isBrief: false))
  }

  /// The line that shows what comes behind a value of an option: filters and forms as they were given. A secret stands on
  /// no line.
  func goingOn(by option: String, _ value: String) -> Sentence {
    guard !line.isEmpty else { return "the same with \(option) \(value)" }
    var words = line.prefix { $0 != "--" }
    let rest = line.dropFirst(words.count)
    words.removeAll { $0.hasPrefix(option + "=") }
    if let index = words.firstIndex(of: option) { words.removeSubrange(index..<min(index + 2, words.endIndex)) }
    words += [option, value]
    return "`\((words + rest).map(ShellTables.word).joined(separator: " "))`"
  }

  /// A text for standard error, safe to print: on a terminal fitted to its width, elsewhere each line as long as it comes.
  /// - Parameter front: what stands before it, below which nothing else does.
  func message(_ text: String, behind front: String? = nil, _ style: (String, Bool) -> String = { text, _ in text })
    -> String
  {
    let head = front.map { style($0, colorsErrors) + " " } ?? ""
    let text = text.sanitised(keepingLines: true)
    guard speaking.isTerminal else { return head + text }
    let used = front.map { $0.displayWidth + 1 } ?? 0
    return head + TextLayout.message(text, width: columns ?? speaking.columns ?? 80, behind: used)
  }

  /// Where what is said goes. While a pager has the screen, what is written beside it is lost or in its way; git puts it
  /// into the pager too.
  private var speaking: any OutputSink { output.isPaging ? output : errors }

  /// Writes to standard error. What can't be said there can't be said at all, so failures are ignored.
  func say(_ text: String) {
    // Data that was printed before stands before, on a screen that shows both.
    if output.isTerminal { try? output.flush() }
    let sink = speaking
    try? sink.write(text)
    try? sink.flush()
  }
}

/// The few ways in which text stands out (ECMA-48 §8.3.117, SGR).
enum Style {
  static func bold(_ text: String, _ isOn: Bool) -> String { isOn ? "\u{1B}[1m\(text)\u{1B}[0m" : text }
  static func red(_ text: String, _ isOn: Bool) -> String { isOn ? "\u{1B}[31m\(text)\u{1B}[0m" : text }
  static func yellow(_ text: String, _ isOn: Bool) -> String { isOn ? "\u{1B}[33m\(text)\u{1B}[0m" : text }
}

extension Context {
  /// The terminal, for commands that are only useful there.
  /// - Throws: `terminal.none` for any other face.
  package var terminal: Terminal {
    get throws(Failure) {
      guard let terminal = face as? Terminal else {
        throw Failure("terminal.none", .usage, "this command needs a terminal", hint: "Run it on a command line.")
      }
      return terminal
    }
  }
}
