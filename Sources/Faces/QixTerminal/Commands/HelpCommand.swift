package import QixCommands
package import QixKernel

/// `qix help`: the help of the program, of a group or of a command; as data, the whole tree beneath it.
package struct HelpCommand: StandaloneCommand {
  package static let declaration = Declaration(
    "help", "Show help for a command", roles: .everyone,
    discussion: """
      The same as --help behind the command. With --json it describes the command, or every command of a group, with \
      all that it takes. `qix help options` is about the options that every command takes.
      """,
    examples: [
      Example("qix help version", "How to use one command"),
      Example("qix help --search refund", "Which commands, options and guides are about it"),
      Example("qix help options", "The options that every command takes"),
      Example("qix help --schema wallet.show", "What the answer of one command contains, as JSON Schema"),
      Example("qix help --json", "Every command with its options and examples, for a program to read"),
    ])

  @Positional("command", .commandWord, "The words of a command; all commands without it") private var path: [String]

  @Option(
    "schema", .text, placeholder: "ANSWER", "Print the JSON Schema of an answer, such as wallet.show or wallet.show/1")
  private var schema: String?
  @Option("search", .text, placeholder: "WORDS", "Look for words in commands, options and guides")
  private var search: String?

  package init() {}

  package func check() throws {
    if search != nil, !path.isEmpty || schema != nil {
      throw UsageError("--search stands alone", hint: "Put more words in quotes: --search 'refund voucher'.")
    }
    if schema != nil, !path.isEmpty { throw UsageError("--schema and the words of a command exclude each other") }
  }

  package func run(in context: Context) throws -> Printed {
    if let schema {
      try context.face.write(context.program.tree.schema(of: schema))
      return Printed()
    }
    if let search {
      try HelpSearch(search, in: context.program).document().emit(to: context.face)
      return Printed()
    }
    if path == ["options"], try context.terminal.globals.format != .json {
      try context.face.write(HelpPage.options(width: min(try context.terminal.width, 100)))
      return Printed()
    }
    let place = try context.program.place(at: path)
    try HelpPage(place, isShort: false, sections: context.program.sections).emit(
      to: context.terminal, of: context.program)
    return Printed()
  }
}
