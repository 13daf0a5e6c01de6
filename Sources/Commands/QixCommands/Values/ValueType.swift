package import QixKernel

/// How the text of a value becomes a value: the same type means the same, and is refused in the same words, in every
/// command.
package struct ValueType<Value: Sendable>: Sendable {
  /// The placeholder of the value in usage lines unless the parameter says otherwise: `COINS`.
  package let placeholder: String
  package let completion: Completion
  /// The rule for the path of a file that the command writes.
  package let output: OutputKind?
  package let parse: @Sendable (String) throws(ValueError) -> Value
  /// Reads what a command line says, where the value is made of it later; nil where `parse` makes it at once.
  private let read: (@Sendable (String) throws(ValueError) -> any Sendable)?
  /// Makes the value of what was read, by the clock, the zone and the data of the command's context.
  let resolve: (@Sendable (any Sendable, Context) throws -> any Sendable)?
  /// Whether what was read is of a zone, so that its reader is told of which.
  let isOfZone: (@Sendable (any Sendable) -> Bool)?

  /// What its values are for; nil where only the command has to know.
  var purpose: ParameterPurpose?
  /// Makes a value of a number of JSON, where values are whole numbers; nil for all others, which are texts there.
  var number: (@Sendable (Int64) throws(ValueError) -> Value)?
  /// The kinds of identifiers that it takes shortened.
  package internal(set) var kinds: [IdentifierKind] = []
  /// Whether a command line may write `-` for standard input in the value's place, as help says of it.
  var takesStandardInput = false
  /// The value that takes the default's place when the output goes into a pipe or a file.
  var whole: (any Sendable)?

  package init(
    placeholder: String, completion: Completion = .none, output: OutputKind? = nil,
    parse: @escaping @Sendable (String) throws(ValueError) -> Value
  ) {
    self.placeholder = placeholder
    self.completion = completion
    self.output = output
    self.parse = parse
    (read, resolve, isOfZone) = (nil, nil, nil)
  }

  /// A type whose values are made when the command is about to run: of what was read, and what the context knows.
  /// - Parameters:
  ///   - parse: makes a value of a text that needs nothing else.
  ///   - isOfZone: whether what was read is of a zone.
  package init<Read: Sendable>(
    placeholder: String, completion: Completion = .none,
    parse: @escaping @Sendable (String) throws(ValueError) -> Value,
    reading read: @escaping @Sendable (String) throws(ValueError) -> Read,
    resolving resolve: @escaping @Sendable (Read, Context) throws -> Value,
    isOfZone: @escaping @Sendable (Read) -> Bool = { _ in false }
  ) {
    self.placeholder = placeholder
    self.completion = completion
    output = nil
    self.parse = parse
    self.read = { text throws(ValueError) in try read(text) }
    self.resolve = { value, context in
      guard let read = value as? Read else { return value }
      return try resolve(read, context)
    }
    self.isOfZone = { value in (value as? Read).map(isOfZone) ?? false }
  }

  var erasedParse: @Sendable (String) throws(ValueError) -> any Sendable {
    if let read { return read }
    let parse = parse
    return { text throws(ValueError) in try parse(text) }
  }

  var erasedNumber: (@Sendable (Int64) throws(ValueError) -> any Sendable)? {
    guard let make = number else { return nil }
    return { number throws(ValueError) in try make(number) }
  }
}

/// Why a value is not of its type: a sentence without the name of the parameter, which is put before it.
///
/// The sentence must not repeat the value where it could be personal.
package struct ValueError: Diagnosable, Equatable {
  package let sentence: Sentence

  package init(_ sentence: Sentence) { self.sentence = sentence }

  package var category: ErrorCategory { .usage }
  package var code: String { "usage.value" }
}

extension ValueType where Value == String {
  /// Any text, the empty one too.
  package static var text: ValueType { ValueType(placeholder: "TEXT") { text in text } }

  /// A word of a command of the program itself.
  package static var commandWord: ValueType { ValueType(placeholder: "COMMAND", completion: .command) { text in text } }

  /// Any text; `-` reads it from standard input, since others on the machine see command lines.
  package static var textOrInput: ValueType {
    var type = text
    type.takesStandardInput = true
    return type
  }

  /// The path of a file that is read; `-` is standard input.
  package static var file: ValueType {
    var type = namedFile
    type.takesStandardInput = true
    return type
  }

  /// The path of a file that is read by its name alone.
  package static var namedFile: ValueType { path("FILE", .file) }

  /// The path of a file that is written; `-` is standard output for the commands that say so.
  package static func output(_ kind: OutputKind) -> ValueType { path("FILE", .file, kind) }

  /// Other names of standard output, as Linux has them: what a shell has opened there is written to, and not replaced.
  private static let standardOutput = ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"]

  package static var directory: ValueType { path("DIR", .directory) }

  /// The path of a folder into which files are written.
  package static func outputDirectory(_ kind: OutputKind) -> ValueType { path("DIR", .directory, kind) }

  private static func path(
    _ placeholder: String, _ completion: Completion, _ output: OutputKind? = nil
  ) -> ValueType {
    ValueType(placeholder: placeholder, completion: completion, output: output) { text throws(ValueError) in
      guard !text.isEmpty else { throw ValueError("the path is empty") }
      // A path that C would cut short at a NUL names another file than the one that was checked.
      guard !text.utf8.contains(0) else { throw ValueError("the path holds a NUL character") }
      return output == .derived && completion == .file && standardOutput.contains(text) ? "-" : text
    }
  }
}
