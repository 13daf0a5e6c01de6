internal import QixCommands
internal import QixKernel

/// Reads a whole command line: finds the command, collects its values and those of the global options.
struct CommandLineParser {
  /// The node of the tree that the words led to.
  struct Target {
    /// The program's name and the words of the command: `qix coins issue`.
    private(set) var path: [String]
    private(set) var node: CommandNode
    /// The words with blanks between; kept, since the generic `joined` is dear for a start.
    private(set) var text: String

    init(_ name: String, _ node: CommandNode) {
      (path, self.node, text) = ([name], node, name)
    }

    mutating func descend(to child: CommandNode, named word: String) {
      path.append(word)
      node = child
      text += " " + word
    }
  }

  private(set) var target: Target
  private(set) var values = ParsedValues()
  /// The command that the words led to.
  private(set) var command: PreparedCommand?
  /// Whether a word was no command where it stands.
  private(set) var isUnknown = false
  private var forms: [ParameterForm] = []
  private let globals: [ParameterForm]
  /// The error for words that are no command here, where more than that can be said.
  private let absent: @Sendable (_ path: [String], _ word: String) -> UsageError?
  private var positionals: ArraySlice<ParameterForm> = []

  init(root: CommandGroup, absent: @escaping @Sendable ([String], String) -> UsageError? = { _, _ in nil }) {
    self.absent = absent
    target = Target(root.name, .group(root))
    globals = GlobalParameters.all
  }

  /// A parser of one command's words alone.
  init(forms: [ParameterForm], help: String) {
    target = Target(help, .group(CommandGroup(help, "", [])))
    globals = []
    absent = { _, _ in nil }
    use(forms)
  }

  /// The values of one command's words, complete.
  func parse(_ words: [String]) throws(UsageError) -> ParsedValues {
    var parser = self
    var scanner = ArgumentScanner(words, help: target.text)
    while let token = try scanner.next(parser.forms) { try parser.take(token) }
    try parser.values.complete(parser.forms, help: target.text)
    return parser.values
  }

  /// Walks the words down the tree. The target and the values are as far as it came, also when it throws.
  mutating func read(_ words: [String]) throws(UsageError) {
    var scanner = ArgumentScanner(words, help: target.text)
    while true {
      guard let token = try scanner.next(forms + globals) else { return }
      if case .word(let word) = token, case .group(let group) = target.node {
        try descend(to: word, in: group)
        scanner.help = target.text
      } else {
        try take(token)
      }
    }
  }

  /// Fills in defaults and checks for what is missing; only for a command that will run.
  /// - Parameter isWhole: whether a list without `--limit` goes on to its end.
  mutating func complete(isWhole: Bool = false) throws(UsageError) {
    try values.complete(forms, help: target.text, isWhole: isWhole)
  }

  private mutating func descend(to word: String, in group: CommandGroup) throws(UsageError) {
    guard let child = group.children.first(where: { $0.name == word }) else {
      isUnknown = true
      if let fault = absent(target.path, word) { throw fault }
      throw .unknownCommand(word, in: target.text, known: group.children.map(\.name))
    }
    target.descend(to: child, named: word)
    if case .command(let type) = child {
      let command = type.prepared()
      self.command = command
      use(command.forms)
    }
  }

  private mutating func use(_ all: [ParameterForm]) {
    forms = all
    positionals = all.filter { $0.kind == .positional }[...]
  }

  /// The first line that the command's help shows.
  private var example: String? {
    guard case .command(let type) = target.node else { return nil }
    return type.declaration.examples.first?.line
  }

  private mutating func take(_ token: ArgumentScanner.Token) throws(UsageError) {
    switch token {
    case .flag(let form): values.turnOn(form)
    case .option(let form, let text): try values.add(text, to: form)
    case .word(let word):
      guard let form = positionals.first else {
        throw .surplusArgument(help: target.text, forms, example: example)
      }
      try values.add(word, to: form)
      if !form.isRepeated { positionals.removeFirst() }
    }
  }
}
