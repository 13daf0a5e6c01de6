package import QixKernel

/// `qix help`: the help of the program, of a group or of a command; as data, the whole tree beneath it.
package struct HelpCommand: StandaloneCommand {
  package static let declaration = Declaration(
    "help", "Show help for a command", roles: .everyone,
    discussion: """
      The same as --help behind the command. With --json it describes the command, or every command of a group, with \
      all that it takes.
      """,
    examples: [
      Example("qix help version", "How to use one command"),
      Example("qix help --json", "Every command with its options and examples, for a program to read"),
    ])

  @Positional("command", .commandWord, "The words of a command; all commands without it") private var path: [String]

  package init() {}

  package func run(in context: Context) throws -> Printed {
    let place = try context.program.tree.place(at: path)
    try HelpPage(place, isShort: false).emit(to: context.terminal, of: context.program)
    return Printed()
  }
}
