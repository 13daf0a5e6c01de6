package import QixCommands
package import QixKernel

/// `qix man`: manual pages in roff, one to standard output or all into a folder.
package struct ManCommand: StandaloneCommand {
  package static let declaration = Declaration(
    "man", "Print manual pages", roles: .everyone,
    examples: [
      Example("qix man version | man -l -", "Read the manual of a command"),
      Example("qix man --output /usr/local/share/man/man1", "Install the manual pages of all commands"),
    ])

  @Positional("command", .commandWord, "The words of a command; the program without it") private var path: [String]
  @Option("output", .outputDirectory(.derived), "Write the pages of the command and all beneath it into this folder")
  private var folder: String?

  package init() {}

  package func run(in context: Context) throws -> Printed {
    let program = context.program
    let place = try program.tree.place(at: path)
    guard let folder else {
      try context.face.write(ManPage(place, of: program).text)
      return Printed()
    }
    let places = program.tree.places.filter { $0.path.starts(with: place.path) }
    for place in places {
      // A link that lies in a page's place is replaced, and what it leads to stays as it was.
      try OutputFile.write(
        ManPage(place, of: program).text, to: "\(folder)/\(ManPage.name(place)).1", followsLinks: false)
    }
    context.face.note("Wrote \(places.count.counted("page")) into \(folder).")
    return Printed()
  }
}
