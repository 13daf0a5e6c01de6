internal import Measuring
internal import QixCommands
internal import QixKernel
internal import QixTerminal

/// The options of every benchmark.
struct BenchOptions {
  @Option("qix", .namedFile, "The program to measure", default: ".build/release/qix") var program: String
  @Option("source", .directory, "The sources' root, for the C program and the migrations", default: ".")
  var source: String
  @Option("directory", .directory, "Where to work: decides which disk is measured", default: "/tmp")
  var directory: String
  @Flag("markdown", "Print the table as Markdown") var isMarkdown: Bool

  /// The same for another benchmark's command line.
  var words: [String] {
    ["--qix", program, "--source", source, "--directory", directory] + (isMarkdown ? ["--markdown"] : [])
  }

  func subject(in folder: borrowing WorkFolder) -> Subject {
    Subject(program: program, home: "\(folder.path)/home")
  }
}
