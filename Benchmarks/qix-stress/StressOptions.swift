internal import Measuring
internal import QixCommands
internal import QixKernel
internal import QixTerminal

/// `--qix` and `--directory`, which `all` hands on to each trial.
struct StressPlace {
  @Option("qix", .namedFile, "The program to try", default: ".build/release/qix") var program: String
  @Option("directory", .directory, "Where the homes are made: decides which disk is tried", default: "/tmp")
  var directory: String

  /// The same for a trial's command line.
  var words: [String] { ["--qix", program, "--directory", directory] }
}

/// The options of every trial.
struct StressOptions {
  private let place = StressPlace()
  @Option(
    "rounds", .integer(in: 1...10_000_000), "How often; each trial has its own number for a minute in all")
  private var given: Int?
  private let standard: Int
  /// What the trial's chances follow from.
  let seed = SeededNumbers.seed()

  /// - Parameter rounds: how often, where it isn't said.
  init(rounds: Int) { standard = rounds }

  var program: String { place.program }
  var directory: String { place.directory }
  var rounds: Int { given ?? standard }

  /// Makes a home in a folder of its own, lends it, and takes it away; leaves it behind when something was wrong.
  func run(_ trial: String, in face: any Face, _ body: (Subject, inout SeededNumbers) throws -> String) throws
    -> Printed
  {
    face.note("\(trial): QIX_SEED=\(seed)")
    let folder = try WorkFolder(in: directory, isKept: true)
    let subject = Subject(program: program, home: "\(folder.path)/home")
    try subject.initialise()
    var numbers = SeededNumbers(seed: seed)
    do {
      face.note("\(trial): \(try body(subject, &numbers))")
      WorkFolder.remove(folder.path)
      return Printed()
    } catch {
      face.warn("\(trial) failed; its home is kept in \(folder.path)")
      throw error
    }
  }
}
