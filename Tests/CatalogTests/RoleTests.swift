import Foundation
import QixCommands
import QixKernel
import QixTerminal
import QixTesting
import Testing

/// Reliability 24: every role against every command, as the registry has them.
@Suite struct RoleTests {
  /// The commands that somebody must have the right for: all but those that work without a home folder.
  private static func places() throws -> [CommandTree.Place] {
    try Commands.places().filter { place in
      if case .command(let type) = place.node { !type.isStandalone } else { false }
    }
  }

  private static func command(_ place: CommandTree.Place) -> String { place.path.dropFirst().joined(separator: " ") }

  /// docs/roles.md holds what the declarations say. A command that is new, or is opened to a role, shows in the review.
  @Test func theMatrixIsAsDocumented() throws {
    let roles = Role.allCases
    var lines = [
      "| Command | \(roles.map(\.rawValue).joined(separator: " | ")) |",
      "|---|\(roles.map { _ in ":-:" }.joined(separator: "|"))|",
    ]
    for place in try Self.places() {
      let declaration = try #require(place.declaration)
      let cells = roles.map { role in
        if declaration.requests.contains(role) { return "asks" }
        guard declaration.roles.admits(role) else { return "" }
        if declaration.isForOwner { return "owner only" }
        if declaration.effect == .changes { return "writes" }
        return declaration.reveals?.admits(role) == true ? "reads, reveals" : "reads"
      }
      lines.append("| `\(Self.command(place))` | \(cells.joined(separator: " | ")) |")
    }
    let page = try House.text("docs/roles.md")
    let (start, end) = ("<!-- matrix -->\n\n", "\n\n<!-- end -->")
    let first = try #require(page.firstRange(of: start)), last = try #require(page.firstRange(of: end))
    let matrix = lines.joined(separator: "\n")
    if House.isRecording {
      try (page[..<first.upperBound] + matrix + page[last.lowerBound...])
        .write(toFile: House.path("docs/roles.md"), atomically: true, encoding: .utf8)
    } else {
      #expect(page[first.upperBound..<last.lowerBound] == matrix, "look, then record with QIX_RECORD=1")
    }
  }

  /// A parameter that is renamed isn't closed to customers without a word.
  @Test func whatCustomersGiveIsThere() throws {
    var open = 0
    for place in try Self.places() {
      let declaration = try #require(place.declaration)
      let isOpen = declaration.roles.contains(.user) || declaration.roles.contains(.guest)
      #expect(isOpen || declaration.givenByCustomers.isEmpty, "\(place.text)")
      let names = Set(place.forms.map(\.name))
      #expect(Set(declaration.givenByCustomers).subtracting(names).sorted() == [], "\(place.text)")
      #expect(!isOpen || !declaration.isForOwner, "\(place.text)")
      // The second person who approves is never a customer.
      #expect(declaration.requests.ofStaff == declaration.requests, "\(place.text)")
      if isOpen { open += 1 }
    }
    #expect(open > 25)
  }

  /// HTTP goes by what options are for, and not by their names: an option of another type would be taken for any other.
  @Test func sharedOptionsSayWhatTheyAreFor() throws {
    var keys = 0
    for place in try Self.places() {
      let isBatch = place.forms.contains { $0.purpose == .lines }
      let given = try #require(place.declaration).givenByCustomers
      for form in place.forms {
        let expected: ParameterPurpose? =
          switch form.label {
          case "--idempotency-key": .key
          case "--dry-run": .dryRun
          case "--limit" where given.contains("limit"): .rows
          case "--results" where isBatch: .results
          default: form.purpose
          }
        #expect(form.purpose == expected, "\(place.text) \(form.label)")
        if form.purpose == .key { keys += 1 }
      }
    }
    #expect(keys > 15)
  }

  @Test func auditorsChangeNothingAndOnlyAdminsTouchTheKeys() throws {
    for place in try Self.places() {
      let declaration = try #require(place.declaration)
      if declaration.effect == .changes, !declaration.needsNoRight {
        #expect(!declaration.roles.contains(.auditor), "an auditor could change something by '\(place.text)'")
      }
      let command = Self.command(place)
      for start in [
        "token create", "token rotate", "token revoke", "db restore", "db migrate", "db backup", "db checksum",
        "db accept-loss", "init",
      ]
      where command == start {
        #expect(declaration.roles == .adminsOnly, "'\(command)'")
      }
    }
  }

  /// The real program, with a token of the role. What is denied ends with 4 and changes nothing; what is allowed comes
  /// to where the command begins.
  @Test(arguments: Role.ofTokens)
  func theGateHolds(_ role: Role) throws {
    try TestHome.initialised { home in
      let file = "\(home.path)/as.token"
      let made = try home.qix(["token", "create", "as", "--role", "\(role)", "--output", file])
      try #require(made.exitCode == 0, "\(made.errors)")
      // The first use is noted; from here on nothing may change.
      #expect(try home.qix(["--as", file, "role", "list"]).exitCode == 0)
      let before = try home.contents()
      let files = try FileManager.default.contentsOfDirectory(atPath: home.path).sorted()
      var (denied, allowed) = (0, 0)
      for place in try Self.places() {
        let declaration = try #require(place.declaration)
        let words = ["--json", "--as", file] + (try Self.words(of: place, in: home))
        if declaration.isForOwner {
          let outcome = try home.qix(words, endsBehindGate: true)
          #expect(outcome.exitCode == 4, "\(role), \(place.text): \(outcome.exitCode)")
          #expect(try home.qix(Array(words.dropFirst(3)), endsBehindGate: true).exitCode == 0, "\(place.text)")
        } else if declaration.isOpen(to: role) {
          let outcome = try home.qix(words, endsBehindGate: true)
          #expect(outcome.exitCode == 0, "\(role), \(place.text): \(outcome.errors)")
          allowed += 1
        } else {
          let outcome = try home.qix(words)
          #expect(outcome.exitCode == 4 && outcome.output.isEmpty, "\(role), \(place.text): \(outcome.exitCode)")
          #expect(outcome.errors.contains("\"access.role\""), "\(role), \(place.text): \(outcome.errors)")
          denied += 1
        }
      }
      #expect(role == .admin ? denied == 0 : denied > 5)
      #expect(allowed > 5)
      #expect(try home.contents() == before)
      #expect(try FileManager.default.contentsOfDirectory(atPath: home.path).sorted() == files)
    }
  }

  /// The first example, in this home, and with no path outside of it.
  private static func words(of place: CommandTree.Place, in home: TestHome) throws -> [String] {
    let example = try #require(place.declaration?.examples.first)
    var words = try #require(ShellWords.firstCommand(of: example.line, named: "qix"))
    while let index = words.firstIndex(of: "--home") { words.removeSubrange(index...min(index + 1, words.count - 1)) }
    return words.map { $0.hasPrefix("/") ? "\(home.path)/\($0.split(separator: "/").last ?? "x")" : $0 }
  }
}
