package import QixCommands
package import QixKernel

/// `qix version`: the same as `--version`, and as data.
package struct VersionCommand: StandaloneCommand {
  package static let declaration = Declaration(
    "version", "Show the version", roles: .everyone,
    examples: [Example("qix version --json", "The version for a program to read")],
    answer: "version/1: program text, version text")

  package init() {}

  package func run(in context: Context) throws -> Document {
    var document = Document("version/1")
    document.field("program", "Program", .text(context.program.name))
    document.field("version", "Version", .text(context.program.version))
    document.primary = context.program.version
    if context.face.screen != nil {
      try context.face.write("\(context.program.name) \(context.program.version)\n")
      document.isSilent = true
    }
    return document
  }
}
