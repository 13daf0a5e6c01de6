import Foundation
import QixTesting
import Testing

/// The short forms of reliability's first two points, by the program that has the long ones: killed at random moments
/// while it issues, holds, captures, gives back, reverses and merges, of which some kills must land midway.
@Suite struct StressTests {
  @Test(.timeLimit(.minutes(3)), arguments: ["kill", "merge"]) func whatIsKilledIsWhole(_ trial: String) throws {
    let stress = URL(fileURLWithPath: Requirement.programPath).deletingLastPathComponent()
      .appendingPathComponent("qix-stress").path
    let words = ["all", "--short", "--only", trial, "--qix", try BuiltProgram.path.get()]
    let outcome = try Tool(path: stress)(words)
    #expect(outcome.exitCode == 0 && outcome.errors.contains("\(trial): "), "\(outcome.said)")
    #expect(outcome.errors.contains(#/ [1-9][0-9]* midway/#), "\(outcome.said)")
  }
}
