internal import Measuring
internal import QixTerminal

/// What every benchmark takes.
struct BenchOptions {
  private static let program = OldOption("qix", .file, "The program to measure", default: ".build/release/qix")
  private static let source = OldOption(
    "source", .directory, "The sources' root, for the C program and the migrations", default: ".")
  private static let directory = OldOption(
    "directory", .directory, "Where to work: decides which disk is measured", default: "/tmp")
  private static let markdown = OldFlag("markdown", "Print the table as Markdown")

  static let parameters: [any Parameter] = [program, source, directory, markdown]

  let program: String
  let source: String
  let directory: String
  let isMarkdown: Bool

  init(_ arguments: Arguments) throws {
    program = try arguments.require(Self.program)
    source = try arguments.require(Self.source)
    directory = try arguments.require(Self.directory)
    isMarkdown = arguments[Self.markdown]
  }

  func subject(in folder: borrowing WorkFolder) -> Subject {
    Subject(program: program, home: "\(folder.path)/home")
  }
}
