internal import Glibc
package import QixKernel

/// `qix man`: manual pages in roff, one to standard output or all into a folder.
package struct ManCommand: StandaloneCommand {
  private static let words = RepeatedPositional(
    "command", .commandWord, "The words of a command; the program without it")
  private static let output = Option(
    "output", .directory, "Write the pages of the command and all beneath it into this folder")

  package static let declaration = Declaration(
    "man", "Print manual pages", roles: .everyone,
    parameters: [words, output],
    examples: [
      Example("qix man version | man -l -", "Read the manual of a command"),
      Example("qix man --output /usr/local/share/man/man1", "Install the manual pages of all commands"),
    ])

  private let path: [String]
  private let folder: String?

  package init(_ arguments: Arguments) {
    path = arguments[Self.words]
    folder = arguments[Self.output]
  }

  package func run(in context: Context) throws {
    let program = context.program
    let place = try program.tree.place(at: path)
    guard let folder else { return try context.terminal.write(ManPage(place, of: program).text) }
    let places = program.tree.places.filter { $0.path.starts(with: place.path) }
    for place in places {
      let path = "\(folder)/\(ManPage.name(place)).1"
      do {
        try Self.write(ManPage(place, of: program).text, to: path)
      } catch {
        throw ManError(path: path, reason: error.description)
      }
    }
    context.terminal.note("Wrote \(places.count.counted("page")) into \(folder).")
  }

  private static func write(_ text: String, to path: String) throws(OutputError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw .failed(errno, reason: String(cString: strerror(errno))) }
    defer { close(descriptor) }
    let file = FileOutput(descriptor)
    try file.write(text)
    try file.finish()
  }
}

/// A manual page could not be written.
struct ManError: Diagnosable {
  let path: String
  let reason: String

  var category: ErrorCategory { .failed }
  var code: String { "man.failed" }
  var description: String { "'\(path)' can't be written: \(reason)" }
  var hint: String? { "Give --output a folder that exists and that you may write to." }
}
