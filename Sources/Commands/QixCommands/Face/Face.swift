package import QixCalendar
package import QixCrypto
package import QixKernel

/// The caller of a command, as the command sees it: a terminal or a request. It learns no more of its caller.
package protocol Face: Sendable {
  var streams: Streams { get }
  /// The limits on what an answer may contain; nil for none.
  var clearance: Clearance? { get set }
  /// Whether a person reads the answers, not a program: people see less.
  var isForPeople: Bool { get }
  /// Whether a secret stands within the answer, since only its caller gets it; a terminal shows one by itself.
  var answersSecrets: Bool { get }
  /// The screen on which a person reads the whole answer; nil for none.
  var screen: Screen? { get }
  /// A moment within a sentence, as the cells of the same answer show theirs.
  func text(_ time: Timestamp) -> String
  /// The zone that was named for the times of this call; nil where none was.
  var zone: TimeZone? { get }

  /// Shows an answer in which only what the caller may know is left.
  /// - Throws: `OutputError`, or what writing a file of it throws.
  func show(_ document: Document) throws
  /// Begins a list that is read while it is shown.
  func list(_ head: ListHead) throws(OutputError) -> any RowPrinter
  /// Tells a person something besides the answer, within what they may know.
  func tell(_ note: Note)
  /// Tells a person in which zone the days and times are that a call has named without one.
  func tellZone(_ zone: TimeZone)
  func progress(_ label: String, total: Int64?, unit: String) -> any Progress

  /// Asks before something that is hard to take back.
  /// - Throws: `UsageError` when no person can be asked, `Declined` when the answer is no.
  func confirm(_ question: String) throws
  /// Asks for the name of what will be gone for good.
  /// - Parameters:
  ///   - alias: another name of the same, as the call has named it; it is as good.
  ///   - given: the value of the command's `confirm` option, which answers in the person's place.
  ///   - yesAnswers: whether a yes to all questions answers this one.
  /// - Throws: `UsageError` when no person can be asked or `given` is another name, `Declined` when another is typed.
  func confirmByTyping(_ name: String, or alias: String?, given: String?, yesAnswers: Bool) throws
  /// Asks a person for a secret.
  /// - Throws: `SecretError.missing` when no person can be asked.
  func ask(_ input: SecretInput, _ prompt: String) throws -> SecretBytes
}

/// A place where text stands in columns.
package struct Screen: Sendable {
  /// In columns.
  package let width: Int
  package let hasColors: Bool

  package init(width: Int, hasColors: Bool) { (self.width, self.hasColors) = (width, hasColors) }
}

/// A list's name, shape and columns.
package struct ListHead: Sendable {
  package let schema: String
  /// The array's name in JSON.
  package let key: String
  package let columns: [Column]
  /// The key of the only column that --quiet prints.
  package let primary: String?
}

/// Shows the rows of one list, in the form of its face.
package protocol RowPrinter {
  /// - Parameter cells: one for each column, without what the caller may not know.
  func print(_ cells: [Cell]) throws(OutputError)
  /// - Parameter isComplete: false where reading broke off.
  func finish(isComplete: Bool) throws(OutputError)
}

extension Face {
  package var isForPeople: Bool { false }
  package var answersSecrets: Bool { false }
  package var screen: Screen? { nil }
  package var zone: TimeZone? { nil }
  /// The language of the customer who reads the answer; nil for all others, who read English.
  package var language: Language? { streams.translations?.language }
  /// Likewise, for an answer that is written in it.
  package func speaking() -> Language? {
    if let language { output.speak(language) }
    return language
  }
  package func text(_ time: Timestamp) -> String { "\(time)" }
  package func tell(_ note: Note) {}
  package func tellZone(_ zone: TimeZone) {}
  package func progress(_ label: String, total: Int64?, unit: String) -> any Progress { UnseenProgress() }

  package func note(_ text: Sentence) { tell(.note(text)) }
  package func warn(_ text: Sentence) { tell(.warning(text)) }
  /// Begins to show how far a command has come.
  /// - Parameter unit: in the plural, `lines`.
  package func progress(_ label: String, unit: String) -> any Progress { progress(label, total: nil, unit: unit) }

  package var output: any OutputSink { streams.output }
  package var clock: any Clock { streams.clock }
  package var interruption: Interruption { streams.interruption }
  /// Whether `-` instead of a text stands for standard input.
  package var isDashInput: Bool { streams.isDashInput }

  /// Lets SIGINT and SIGTERM set `interruption` instead of ending the program; a second one ends it.
  package func catchInterruption() { streams.catchSignals() }

  package func confirm(_ question: String) throws {
    throw UsageError("'\(question)' needs an answer, and there is nobody to ask", hint: "Give --yes to go on.")
  }

  package func confirmByTyping(_ name: String, or alias: String?, given: String?, yesAnswers: Bool) throws {
    let confirmation = Confirmation(name, or: alias)
    guard let given else {
      throw confirmation.unasked("there is nobody to ask")
    }
    try confirmation.check(given)
  }

  /// Asks for a name in a way that a yes to all questions doesn't answer.
  package func confirmByTyping(_ name: String, or alias: String? = nil, given: String? = nil) throws {
    try confirmByTyping(name, or: alias, given: given, yesAnswers: false)
  }

  package func ask(_ input: SecretInput, _ prompt: String) throws -> SecretBytes {
    throw SecretError.missing(name: input.name, noInput: true)
  }

  /// Writes text to standard output as it is, for what isn't a document: scripts, pages, plots.
  package func write(_ text: String) throws(OutputError) { try output.write(told(text)) }

  /// Writes a line and flushes at once: for a long run that may be killed before its end.
  package func writeLine(_ text: String) throws(OutputError) {
    try output.write(told(text) + "\n")
    try output.flush()
  }

  /// Writes bytes that aren't text, such as sound, to standard output, unchanged and unbuffered.
  package func write(bytes: [UInt8]) throws(OutputError) {
    try bytes.withUnsafeBufferPointer { bytes throws(OutputError) in
      try output.writeThrough(UnsafeRawBufferPointer(bytes))
    }
  }
}

/// The confirmation of what can't be undone, by its name.
package struct Confirmation: Sendable {
  package let names: [String]
  private let name: String

  package init(_ name: String, or alias: String? = nil) {
    names = alias.map { $0 == name ? [name] : [name, $0] } ?? [name]
    self.name = (alias ?? name).quotedForShell.sanitised()
  }

  private var forUser: Sentence {
    .keyed("customer.confirm", "this can't be undone: confirm it with --confirm \(name)")
  }

  /// - Throws: `UsageError` for another name.
  package func check(_ given: String) throws(UsageError) {
    guard names.contains(given) else {
      throw UsageError(
        "--confirm names something else than the command", hint: "Give --confirm \(name).", forUser: forUser)
    }
  }

  /// - Parameter reason: why no person can be asked.
  package func unasked(_ reason: Sentence) -> UsageError {
    UsageError(
      "this can't be undone, so the name has to be typed, and \(reason)", hint: "Give --confirm \(name) to go on.",
      forUser: forUser)
  }
}

/// The person answered no. Nothing was changed.
package struct Declined: Diagnosable, Equatable {
  package init() {}
  package var category: ErrorCategory { .interrupted }
  package var code: String { "declined" }
  package var sentence: Sentence { "stopped; nothing was changed" }
}

/// The place of the face in the context.
package enum FaceKey: ContextKey {
  package static var defaultValue: any Face { unprepared("face") }
}

extension Context {
  /// The face that the command answers.
  package var face: any Face {
    get { self[FaceKey.self] }
    set { self[FaceKey.self] = newValue }
  }
}
