package import QixKernel

/// A parameter with its type of value erased: what parsing, help and completions need to know of it.
///
/// A class: it is handed on a dozen times in each run, and a copy of a struct would count a reference for each member.
package final class ParameterForm: Sendable {
  package enum Kind: Sendable { case option, flag, positional }

  package let kind: Kind
  /// Without dashes, as declared.
  package let name: String
  /// `--to` or `USER`: how messages name it, and the key of its value. Options and positionals never share one,
  /// since a positional can't begin with a dash.
  package let label: String
  /// The same within a message.
  package var told: Sentence { Sentence([kind == .positional ? .placeholder(label) : .option(name)]) }
  package let short: Character?
  /// The placeholder of the value in usage lines, in capitals; empty for flags.
  package let placeholder: String
  /// The use of its value, in the words of any face; a secret's is its name in the middle of a sentence. It is read from
  /// its literal when a face asks for it.
  package var help: Sentence { makeHelp() }
  private let makeHelp: @Sendable () -> Sentence
  /// The help for a face that takes the value itself, wherever a command line reads it from.
  package var meaning: Sentence { secret == nil ? help : help.asSentence }
  package let completion: Completion
  /// The rule for the path of a file that the command writes.
  package let output: OutputKind?
  /// The text that is read when the parameter isn't given.
  package let defaultText: String?
  /// The value that takes the default's place when the output goes into a pipe or a file.
  package let whole: (any Sendable)?
  package let isRequired: Bool
  package let isRepeated: Bool
  /// Earlier names of an option, which are still understood; no list shows them.
  package let formerly: [String]
  /// The only value that a flag may take, `--name=WORD`; nil for a flag that takes none, and for what is no flag.
  package let word: String?
  /// The placeholder of the list of names that a flag may take, `--name=NAME,…`; nil for all other flags.
  package let listing: String?
  /// What it is for; nil where only its command has to know.
  package let purpose: ParameterPurpose?
  /// Whether a command line may write `-` for standard input in the value's place.
  package let takesStandardInput: Bool
  /// The kinds of identifiers that it takes shortened.
  package let kinds: [IdentifierKind]
  package let parse: @Sendable (String) throws(ValueError) -> any Sendable
  /// Makes its value of a number of JSON; nil for a parameter of another type.
  let number: (@Sendable (Int64) throws(ValueError) -> any Sendable)?
  /// Makes the value of what was parsed, where it takes the command's context.
  let resolve: (@Sendable (any Sendable, Context) throws -> any Sendable)?
  /// Whether what was parsed is of a zone.
  let isOfZone: (@Sendable (any Sendable) -> Bool)?

  init<Value>(
    _ kind: Kind, _ name: String, short: Character? = nil, _ type: ValueType<Value>, placeholder: String,
    help: @escaping @Sendable () -> Sentence,
    default text: String? = nil, isRequired: Bool, isRepeated: Bool = false, formerly: [String] = [],
    word: String? = nil, listing: String? = nil
  ) {
    self.kind = kind
    self.name = name
    label = kind == .positional ? placeholder : "--" + name
    self.formerly = formerly
    (self.word, self.listing) = (word, listing)
    self.short = short
    self.placeholder = placeholder
    makeHelp = help
    completion = type.completion
    output = type.output
    defaultText = text
    whole = type.whole
    self.isRequired = isRequired
    self.isRepeated = isRepeated
    parse = type.erasedParse
    number = type.erasedNumber
    resolve = type.resolve
    isOfZone = type.isOfZone
    kinds = type.kinds
    purpose = type.purpose
    takesStandardInput = type.takesStandardInput
  }

  /// `--name VALUE`, which may be left out.
  package convenience init<Value>(
    option name: String, _ type: ValueType<Value>, placeholder: String? = nil,
    _ help: @autoclosure @escaping @Sendable () -> Sentence, default text: String? = nil
  ) {
    self.init(
      .option, name, type, placeholder: placeholder ?? type.placeholder, help: help, default: text, isRequired: false)
  }

  /// `--name`, on when given.
  package convenience init(
    flag name: String, short: Character? = nil, help: @autoclosure @escaping @Sendable () -> Sentence,
    purpose: ParameterPurpose? = nil
  ) {
    var type = ValueType<Bool>(placeholder: "") { _ in true }
    type.purpose = purpose
    self.init(.flag, name, short: short, type, placeholder: "", help: help, isRequired: false)
  }

  /// `--name`, on when given, also as `--name=WORD`.
  convenience init(flag name: String, taking word: String, help: @escaping @Sendable () -> Sentence) {
    let type = ValueType<String>(placeholder: "") { text throws(ValueError) in
      guard text == word else { throw .notAChoice(text, [word]) }
      return text
    }
    self.init(.flag, name, type, placeholder: "", help: help, isRequired: false, word: word)
  }

  /// `--name`, on when given, also for some names alone as `--name=NAME,…`. A name is read with '_' for '-', as keys
  /// are.
  convenience init(flag name: String, listing: String, help: @autoclosure @escaping @Sendable () -> Sentence) {
    let type = ValueType<[String]>(placeholder: "") { text throws(ValueError) in
      let names = text.split(separator: ",", omittingEmptySubsequences: false).map { $0.replacing("-", with: "_") }
      guard names.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { PlainText.isWord($0) || $0 == UInt8(ascii: "_") } })
      else {
        throw ValueError("names of fields have small letters, digits and '_', and a comma between two")
      }
      return names
    }
    self.init(.flag, name, type, placeholder: "", help: help, isRequired: false, listing: listing)
  }
}

/// The completions that a shell offers for a value.
package enum Completion: Sendable, Equatable {
  case none
  case file
  case directory
  /// The words of a command of the program itself.
  case command
  case choices([String])
}
