package import QixCommands
package import QixKernel

/// `qix version`: the same as `--version`, and as data.
package struct VersionCommand: StandaloneCommand {
  package static let declaration = Declaration(
    "version", "Show the version", roles: .everyone,
    examples: [Example("qix version --json", "The version for a program to read")],
    answer: AnswerShape("version/1", fields))

  private static let fields: [Field<Program>] = [
    Field("program", .text, shown: { _ in false }) { $0.name },
    Field("version", .text, shown: { _ in false }) { $0.version },
  ]

  package init() {}

  package func run(in context: Context) throws -> Document {
    var document = Document("version/1", Self.fields, of: context.program)
    document.primary = context.program.version
    document.prose = "\(context.program.name) \(context.program.version)"
    return document
  }
}
