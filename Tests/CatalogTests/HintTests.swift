import FoundationEssentials
import QixCommands
import QixFormats
import QixKernel
import QixTerminal
import QixTesting
import Testing

/// Hints send nobody to commands that they can't run, nor back to what has just failed: every command is run by every
/// role with what isn't there.
@Suite struct HintTests {
  @Test(arguments: Role.ofTokens)
  func hintsNameWhatCanBeRun(_ role: Role) throws {
    try SampleHome.with { sample in try Self.check(role, sample.home) }
  }

  private static func check(_ role: Role, _ home: TestHome) throws {
    let file = "\(home.path)/as.token"
    try home.done("token create as --role \(role) --output \(file)")
    let commands = try Commands.places().filter { if case .command = $0.node { true } else { false } }
    var hints = 0
    for place in commands {
      guard case .command(let type) = place.node, !type.isStandalone, !type.declaration.isForOwner else { continue }
      let path = Array(place.path.dropFirst())
      // Some start the agent, or ask it.
      guard path.first != "vault" else { continue }
      for line in lines(type.declaration, path) {
        let outcome = try home.qix(["--as", file, "--json", "--no-input"] + line)
        let errors = outcome.errors.split(separator: "\n").compactMap { try? JSONValue(parsing: String($0)) }
        guard let hint = errors.last?["error"]?["hint"]?.string else { continue }
        hints += 1
        for sentence in hint.components(separatedBy: ". ") where !isExempt(sentence) {
          // Whoever can't run a command may still read its help.
          for named in quoted(sentence) where named.last != "--help" {
            let found = commands.first { named.starts(with: $0.path.dropFirst()) }
            #expect(found.map { isOpen($0.node, to: role) } ?? true, "\(role): \(line) sends to \(named): \(hint)")
            #expect(named != line, "\(line) fails and sends to itself: \(hint)")
          }
        }
      }
    }
    #expect(hints > 20, "\(hints)")
  }

  private static func isOpen(_ node: CommandNode, to role: Role) -> Bool {
    guard case .command(let type) = node else { return true }
    return type.declaration.isOpen(to: role) && !type.declaration.isForOwner
  }

  /// What says who runs it, or to run it again, may stay.
  private static func isExempt(_ clause: String) -> Bool {
    ["operator", "admin", "again"].contains { clause.contains($0) }
  }

  /// A command without anything, and its first example with names in it that nobody has; what changes something does
  /// it for show.
  private static func lines(_ declaration: Declaration, _ path: [String]) -> [[String]] {
    guard declaration.effect != .discloses else { return [] }
    let end = declaration.effect == .changes ? ["--dry-run"] : []
    guard let example = declaration.examples.first,
      let words = ShellWords.firstCommand(of: example.line, named: "qix"), words.starts(with: path)
    else { return [path + end] }
    return [path + end, path + words.dropFirst(path.count).map { $0.hasPrefix("shop-") ? "nobody" : $0 } + end]
  }

  /// The words of each line of qix between backticks.
  private static func quoted(_ text: String) -> [[String]] {
    let quoted = text.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
    let lines = quoted.map { $0.element.split(separator: " ").map(String.init) }
    return lines.filter { $0.first == "qix" }.map { Array($0.dropFirst()) }
  }
}

extension String {
  fileprivate func components(separatedBy ends: [String]) -> [String] {
    ends.reduce([self]) { parts, end in parts.flatMap { $0[...].pieces(separatedBy: end).map(String.init) } }
  }
}
