package import QixKernel

/// The result of a command for its caller: a `Document`, `Rows` that are read as they are shown, or nothing if the
/// command has printed by itself.
package protocol Answer: Sendable {
  /// An error that comes after the answer: some of the lines of a file, say, were not done.
  var failure: (any Error)? { get }
  /// Adds what every answer of a change says: whether it was one.
  mutating func tell(isDryRun: Bool)
  /// Makes sure that it is what is declared; programs for development ask.
  /// - Throws: `UndeclaredAnswer`
  mutating func check(_ shape: AnswerShape) throws
  /// Shows it on a face, in the format of that face.
  /// - Throws: `OutputError`, or what reading throws.
  func emit(to face: any Face) throws
}

/// A message for a person, next to the data. A terminal writes it to standard error.
package enum Note: Sendable, Equatable {
  /// A remark or the next step. Silent under `--quiet`.
  case note(Sentence)
  /// A matter that may need their attention.
  case warning(Sentence)
  /// The command that shows the rest of a list.
  case more(Sentence)
  /// The rest of a list: it goes on behind this value of an option, with all that was said besides.
  case rest(option: String, value: String)
  /// The next step after a change.
  case next(Sentence)
}

extension Face {
  func tell(_ notes: [Note]) { for note in notes { tell(note) } }
}

/// An answer that isn't what its command declares: a mistake of the program, which tests find.
struct UndeclaredAnswer: Error, CustomStringConvertible {
  let description: String
}

extension Answer {
  package func check(_ shape: AnswerShape) {}
}

extension Document: Answer {
  package func check(_ shape: AnswerShape) throws {
    if let fault = shape.fault(in: self) { throw UndeclaredAnswer(description: "undeclared answer: \(fault)") }
  }

  package mutating func note(_ text: Sentence) { notes.append(.note(text)) }
  package mutating func warn(_ text: Sentence) { notes.append(.warning(text)) }
  package mutating func noteMore(_ advice: Sentence) { notes.append(.more(advice)) }
  /// Says that the list goes on behind a value of an option, such as `--after`: by the line as it was given.
  package mutating func noteRest(_ option: String, _ value: some CustomStringConvertible) {
    notes.append(.rest(option: option, value: "\(value)"))
  }
  /// Says what can be done next, without a capital letter or full stop; a dry run says nothing of it.
  package mutating func next(_ text: Sentence) { notes.append(.next(text)) }

  package mutating func tell(isDryRun: Bool) {
    insertBeforeTables("dry_run", "dry run", .boolean(isDryRun))
    guard isDryRun else { return }
    notes.removeAll { if case .next = $0 { true } else { false } }
    notes.insert(.note("Nothing was changed."), at: 0)
  }

  package func emit(to face: any Face) throws {
    try face.show(face.told(unmasked(revealed)))
    face.tell(notes)
  }

  /// Shows personal data as it is, if that was asked for; the reveal is in the audit log before this returns.
  /// - Parameter subject: whose data, by id, or how many people's; for the audit log.
  /// - Throws: what writing to the audit log throws: nothing is revealed that isn't written down.
  package mutating func reveal(in context: Context, subject: @autoclosure () -> String) throws {
    try requireMasked(context.invocation.revealedFields ?? [])
    revealed = try context.reveal(subject())
  }
}

/// A list that is read while it is shown, in constant memory.
package struct Rows: Answer {
  let schema: String
  let key: String
  let columns: [Column]
  let primary: String?
  private let read: @Sendable (RowEmitter) throws -> Void
  package var failure: (any Error)?
  private var revealed = Revealed.nothing
  private var shape: AnswerShape?

  /// - Parameters:
  ///   - key: the array's name in JSON.
  ///   - primary: the key of the column that is printed alone under `--quiet`.
  ///   - read: is handed an emitter and calls `row` on it for each record, and `note` for what is told behind them.
  package init(
    _ schema: String, key: String, columns: [Column], primary: String? = nil,
    _ read: @escaping @Sendable (RowEmitter) throws -> Void
  ) {
    self.schema = schema
    self.key = key
    self.columns = columns
    self.primary = primary
    self.read = read
  }

  package mutating func tell(isDryRun: Bool) {}

  package mutating func check(_ shape: AnswerShape) { self.shape = shape }

  /// Where reading breaks off, the list is still closed.
  package func emit(to face: any Face) throws {
    let head = ListHead(schema: schema, key: key, columns: columns, primary: primary)
    let emitter = try RowEmitter(head, face, revealed, shape)
    do {
      try read(emitter)
    } catch {
      try emitter.finish(isComplete: false)
      throw error
    }
    try emitter.finish(isComplete: true)
    face.tell(emitter.notes)
  }

  package mutating func reveal(in context: Context, subject: @autoclosure () -> String) throws {
    try context.requireRevealOfAll()
    revealed = try context.reveal(subject())
  }
}

/// The answer of a command that prints by itself: a script, a page, sound, a dialogue.
package struct Printed: Answer {
  package init() {}
  package var failure: (any Error)? { nil }
  package mutating func tell(isDryRun: Bool) {}
  package func emit(to face: any Face) {}
}
