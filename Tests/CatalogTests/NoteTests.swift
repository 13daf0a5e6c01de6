import Foundation
import QixCommands
import QixKernel
import QixTerminal
import QixTesting
import Testing

/// Notes, like hints of errors, send nobody to commands that they may not run.
@Suite struct NoteTests {
  /// Every command that a role may run and that shows something, as it stands: lists of nothing say what to do next.
  @Test(arguments: Role.ofTokens)
  func nobodyIsSentToWhatTheyMayNotRun(_ role: Role) throws {
    try TestHome.initialised(vault: true) { home in
      let file = "\(home.path)/as.token"
      try home.done("token create as --role \(role) --output \(file)")
      var commands: [String: Declaration] = [:]
      for place in try Commands.places() {
        guard case .command(let type) = place.node, !type.isStandalone else { continue }
        commands[place.path.joined(separator: " ")] = type.declaration
      }
      var told = 0
      for (words, declaration) in commands.sorted(by: { $0.key < $1.key })
      where declaration.isOpen(to: role) && !declaration.isForOwner {
        let words = words.split(separator: " ").dropFirst().map(String.init)
        let needed = declaration.effect == .changes ? ["--dry-run"] : []
        let outcome = try home.qix(["--as", file] + words + needed)
        for sentence in outcome.errors.components(separatedBy: CharacterSet(charactersIn: "\n;"))
        where !sentence.contains("operator") && !sentence.contains("admin") {
          for quoted in sentence.split(separator: "`", omittingEmptySubsequences: false).enumerated()
          where quoted.offset % 2 == 1 && quoted.element.hasPrefix("qix ") {
            let named = commands.keys.filter { quoted.element == $0 || quoted.element.hasPrefix($0 + " ") }
            for name in named {
              told += 1
              let other = try #require(commands[name])
              #expect(other.isOpen(to: role) && !other.isForOwner, "\(role), \(words): \(outcome.errors)")
            }
          }
        }
      }
      // Some are told something, or nothing is tested.
      #expect(told > 1, "\(told)")
    }
  }

  /// A token for some commands alone isn't sent to others of its role, either.
  @Test func scopesAreHeeded() throws {
    try SampleHome.with { sample in
      for (name, scopes) in [("all", ""), ("narrow", "--scope shake/list --scope shake/show")] {
        let words = "token create \(name) --role support --output \(sample.home.path)/\(name).token \(scopes)"
        let outcome = try sample.home.qix(
          words.split(separator: " ").map { String($0.hasPrefix("shake/") ? $0.replacing("/", with: " ") : $0) })
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        for line in ["shake list --user canary-ada", "shake show {shk}"] {
          let told = try sample.home.qix(["--as", "\(sample.home.path)/\(name).token"] + sample.filled(line))
          #expect(told.exitCode == 0 && told.errors.contains("qix shake explain") == (name == "all"), "\(told.errors)")
        }
      }
    }
  }

  /// What is left of a note is still said, and whoever may do everything is told everything.
  @Test func whatMayBeDoneIsStillSaid() throws {
    try TestHome.initialised { home in
      for role in ["integrator", "operator", "support"] {
        try home.done("token create \(role) --role \(role) --output \(home.path)/\(role).token")
      }
      func notes(_ line: String, as role: String?) throws -> String {
        let outcome = try home.qix((role.map { "--as \(home.path)/\($0).token " } ?? "") + line)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        return outcome.errors
      }
      for (line, role, command) in [
        ("campaign list", "integrator", "campaign create"), ("auth provider list", "integrator", "auth provider add"),
        ("message senders", "integrator", "message test"), ("draw list", "support", "draw commit"),
      ] {
        #expect(try !notes(line, as: role).contains(command), "\(line)")
        #expect(try notes(line, as: nil).contains(command), "\(line)")
      }
      #expect(try notes("campaign list", as: "operator").contains("campaign create"))
    }
  }
}
