internal import Measuring
internal import QixTerminal

/// What every trial takes.
struct StressOptions {
  private static let program = OldOption("qix", .file, "The program to try", default: ".build/release/qix")
  private static let directory = OldOption(
    "directory", .directory, "Where the homes are made: decides which disk is tried", default: "/tmp")
  private static let rounds = OldOption<Int>(
    "rounds", .integer(in: 1...10_000_000), "How often; each trial has its own number for a minute in all")

  /// What `all` hands on to each.
  static let shared: [any Parameter] = [program, directory]
  static let parameters = shared + [rounds]

  static func sharedWords(_ arguments: Arguments) throws -> [String] {
    ["--qix", try arguments.require(program), "--directory", try arguments.require(directory)]
  }

  let program: String
  let directory: String
  let rounds: Int
  /// What the trial's chances follow from.
  let seed: UInt64

  init(_ arguments: Arguments, rounds: Int) throws {
    program = try arguments.require(Self.program)
    directory = try arguments.require(Self.directory)
    self.rounds = arguments[Self.rounds] ?? rounds
    seed = SeededNumbers.seed()
  }

  /// Makes a home in a folder of its own, lends it, and takes it away; leaves it behind when something was wrong.
  func run(_ trial: String, in terminal: Terminal, _ body: (Subject, inout SeededNumbers) throws -> String) throws {
    terminal.note("\(trial): QIX_SEED=\(seed)")
    let folder = try WorkFolder(in: directory, isKept: true)
    let subject = Subject(program: program, home: "\(folder.path)/home")
    try subject.initialise()
    var numbers = SeededNumbers(seed: seed)
    do {
      terminal.note("\(trial): \(try body(subject, &numbers))")
      WorkFolder.remove(folder.path)
    } catch {
      terminal.warn("\(trial) failed; its home is kept in \(folder.path)")
      throw error
    }
  }
}
