package import QixKernel

/// A verb of the program: what it is called, what it takes, and what it does.
///
/// Each value that a command takes is one property, declared where it is used:
///
///     struct FundBudget: Command {
///       static let declaration = Declaration("fund", "Put new coins into a budget.", …)
///       @Positional("name", .text, "The budget") private var name: String
///       @Option("amount", .coins, "How many new coins") private var amount: Int64
///
/// An option of an optional type may be left out; any other is required, unless it has a default. Options that several
/// commands share are properties of a struct of their own, which each of them has as a property.
///
/// The type lives in a file of its own. It is made once for each run, and for help.
package protocol Command: AnyCommand {
  associatedtype Output: Answer = Document
  init()
  /// Checks what only several values together can tell.
  /// - Throws: `UsageError`
  func check() throws
  /// Does the work and returns what it found or did; the face shows it. Throwing is the only way to an exit code
  /// other than 0.
  func run(in context: Context) throws -> Output
}

/// A command that works without a home folder: the program runs it in a context that has only a face, the
/// system's clock and the program itself, so that it also works where nothing is installed yet.
package protocol StandaloneCommand: Command {}

/// A command as the tree holds it.
package protocol AnyCommand: Sendable {
  static var declaration: Declaration { get }
  /// Whether it is a `StandaloneCommand`, which is all that sets this.
  static var isStandalone: Bool { get }
  /// Whether it prints by itself, so that no answer is declared.
  static var printsByItself: Bool { get }
  /// Makes the command, and says what it takes.
  static func prepared() -> PreparedCommand
}

/// A command that was made and waits for its values.
package struct PreparedCommand {
  /// The parameters besides the global options, the standard parameters of a change and of personal data included.
  package let forms: [ParameterForm]
  /// Takes the values of a command line, and runs.
  package let run: (ParsedValues, Context) throws -> Void
  /// Takes the values, and hands in the work; nil for a command that has to be run. See `DeferringCommand`.
  var begin: ((ParsedValues, Context, @escaping @Sendable (@escaping Ending) -> Void) throws -> Bool)?
}

/// What is left to do when work that was handed in is done: to print its answer. Throwing is as in running the command.
typealias Ending = @Sendable () throws -> Void

/// A command whose work can be handed in and is answered later, so that a server doesn't keep a thread waiting for each.
package protocol DeferringCommand: Command {
  /// Hands in the work, after `check`.
  /// - Parameter done: is called once, on any thread, when the work is durable or has failed.
  /// - Returns: false where the command has to be run instead; then nothing was handed in.
  func begin(in context: Context, done: @escaping @Sendable (Result<Output, any Error>) -> Void) throws -> Bool
}

extension DeferringCommand {
  package static func prepared() -> PreparedCommand {
    let (command, slots) = ParameterSlot.collecting { Self() }
    var prepared = prepared(command, slots)
    prepared.begin = { values, context, done in
      for slot in slots { try slot.fill(from: values, in: context) }
      try command.check()
      return try command.begin(in: context) { result in done { try finish(result.get(), in: context) } }
    }
    return prepared
  }
}

extension AnyCommand {
  package static var isStandalone: Bool { false }
  package static var forms: [ParameterForm] { prepared().forms }
}

extension StandaloneCommand {
  package static var isStandalone: Bool { true }
}

extension Command {
  package func check() throws {}

  package static var printsByItself: Bool { Output.self == Printed.self }

  package static func prepared() -> PreparedCommand {
    let (command, slots) = ParameterSlot.collecting { Self() }
    return prepared(command, slots)
  }

  fileprivate static func prepared(_ command: Self, _ slots: [ParameterSlot]) -> PreparedCommand {
    PreparedCommand(forms: slots.map(\.form) + declaration.standardForms) { values, context in
      for slot in slots { try slot.fill(from: values, in: context) }
      if slots.contains(where: \.isOfZone) { context.face.tellZone(try context.zone()) }
      try command.perform(in: context)
    }
  }

  /// Checks, runs, and shows the answer.
  package func perform(in context: Context) throws {
    try check()
    let answer = Result { try run(in: context) }
    context.runningLine?.end()
    try Self.finish(answer.get(), in: context)
  }

  /// Shows an answer, and throws the error that comes after it.
  fileprivate static func finish(_ answer: Output, in context: Context) throws {
    var answer = answer
    #if DEBUG
      if let shape = declaration.answer { try answer.check(shape) }
    #endif
    if declaration.effect == .changes { answer.tell(isDryRun: context.isDryRun) }
    try answer.emit(to: context.face)
    if let failure = answer.failure { throw failure }
  }
}
