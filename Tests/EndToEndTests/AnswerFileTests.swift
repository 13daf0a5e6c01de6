import Foundation
import Testing

/// What a batch has done stays done when its answers can't be written, and it says so.
@Suite struct AnswerFileTests {
  @Test(arguments: ["--results", "--rejects"])
  func aFullDiskUnderTheAnswersTakesNothingBack(_ option: String) throws {
    try BuiltProgram.initialised { qix, home in
      let outcome = try qix(
        ["coins", "issue", "--file", "-", "--create-users", "--keep-going", option, "/dev/full"],
        input: "user,amount\nada,50\nbob,0\n")
      #expect(outcome.exitCode == 1)
      #expect(outcome.errors.contains("/dev/full: can't be written: No space left on device; the lines"))
      #expect(try LedgerState(home: home).issued == 50)
      // The same batch again is told what was done before.
      let again = try qix(
        ["coins", "issue", "--file", "-", "--create-users", "--keep-going", "--tsv"],
        input: "user,amount\nada,50\nbob,0\n")
      #expect(again.exitCode == 2 && again.output.contains("replayed\t1\n"))
      #expect(try LedgerState(home: home).issued == 50)
    }
  }

  /// The file that a shell reads for standard input would be gone with its lines.
  @Test(arguments: ["--results", "--rejects"]) func theFileThatIsReadIsNotWrittenOver(_ option: String) throws {
    try BuiltProgram.initialised { qix, home in
      let path = "\(home)/lines.csv"
      let text = "user,amount\nada,50\n"
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      let program = try BuiltProgram.path.get()
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = [
        "-c", "\"$0\" coins issue --file - --create-users \"$1\" \"$2\" < \"$2\"", program, option, path,
      ]
      process.environment = ["QIX_HOME": home]
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == 2)
      #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
      #expect(try LedgerState(home: home).issued == 0)
    }
  }

  /// What a shell has opened as standard output is written to, and not replaced.
  @Test(arguments: ["/dev/stdout", "/proc/self/fd/1"]) func anotherNameOfStandardOutput(_ name: String) throws {
    try BuiltProgram.initialised { qix, home in
      let input = "user,amount\nada,50\nbob,5\n"
      let words = ["coins", "issue", "--file", "-", "--create-users", "--dry-run", "--results"]
      let dash = try qix(words + ["-"], input: input)
      let other = try qix(words + [name], input: input)
      #expect(dash.exitCode == 0 && other == dash, "\(other)")
      #expect(other.output.split(separator: "\n").count == 2)
    }
  }
}
