import QixCatalog
import QixCommands
import QixKernel
import QixTerminal
import QixTesting
import Testing

/// Whoever sits at a terminal reads moments by their clock: in tables, in notes, in errors.
@Suite struct MomentTests {
  /// Moments as programs read them, each as a word of its own, but for what stands in commands.
  private static func ofPrograms(in text: String) -> [String] {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 0 }.flatMap {
      $0.element.split { " \n(".contains($0) }
    }.map(String.init).filter { word in
      word.prefix(20).wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[.Z]/) != nil
    }
  }

  @Test func noCommandTellsAPersonTheClockOfPrograms() throws {
    let commands = try Commands.places().filter { place in
      guard case .command(let type) = place.node else { return false }
      return !type.printsByItself
    }.map { $0.path.dropFirst().joined(separator: " ") }
    try SampleHome.with { sample in
      try sample.home.done("setting set upkeep.time-zone Europe/Rome")
      var told = 0
      for (command, lines) in TellingTests.questions.sorted(by: { $0.key < $1.key }) where commands.contains(command) {
        for line in lines {
          let words = command.split(separator: " ").map(String.init) + sample.filled(line)
          let outcome = try sample.home.qix(words, isTerminal: true)
          let answer = outcome.output + "\n" + outcome.errors
          #expect(Self.ofPrograms(in: answer).isEmpty, "\(words): \(answer)")
          if answer.contains("Europe/Rome") { told += 1 }
        }
      }
      #expect(told > 10, "\(told)")
    }
  }

  @Test func errorsAndNotesNameTheZone() throws {
    try TestHome.initialised { home in
      try home.done("setting set upkeep.time-zone Europe/Rome")
      func said(_ line: String) throws -> String {
        // The terminal breaks lines between words.
        try home.qix(line.split(separator: " ").map(String.init), isTerminal: true).errors.split {
          $0 == " " || $0 == "\n"
        }.joined(separator: " ")
      }
      #expect(try said("coins expire --as-of 2027-06-01").contains("--as-of 2027-06-02 00:00 Europe/Rome is"))
      #expect(try said("report --since 2027-06-01").contains("2027-06-01 00:00 Europe/Rome"))
      #expect(
        try said("wallet history ada --since 2027-01-10T10:00 --until 2027-01-10T09:00").contains(
          "--since 2027-01-10 10:00 is not before --until 2027-01-10 09:00 Europe/Rome"))
    }
  }
}
