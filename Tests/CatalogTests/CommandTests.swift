import QixCatalog
import QixCommands
import QixKernel
import QixTerminal
import QixTesting
import Testing

/// What every command owes to whoever uses it.
@Suite struct CommandTests {
  /// Names, defaults, and that each example parses as a call of the command that it is an example of.
  @Test func theTreeIsSound() throws {
    try Commands.program().tree.check()
  }

  /// The help begins with the summary, as a sentence with one full stop, whether or not the declaration has it.
  @Test func everySummaryIsASentence() throws {
    try TestHome.with { home in
      for place in try Commands.places() {
        #expect(!place.node.summary.isEmpty, "'\(place.text)'")
        let help = try home.qix(Array(place.path.dropFirst()) + ["--help"]).output
        let summary = help.split(separator: "\n\n").first ?? ""
        #expect(summary.hasSuffix(".") && !summary.hasSuffix(".."), "the help of '\(place.text)' begins: \(summary)")
        #expect(summary.first?.isUppercase == true, "the help of '\(place.text)' begins: \(summary)")
      }
    }
  }

  @Test func everyCommandHasAnExample() throws {
    for place in try Commands.places() {
      guard let declaration = place.declaration else { continue }
      #expect(!declaration.examples.isEmpty, "'\(place.text)' has no example")
      for example in declaration.examples {
        #expect(!example.explanation.isEmpty, "'\(place.text)': \(example.line)")
      }
    }
  }

  /// A command that changes data can be asked what it would do.
  @Test func everyChangeTakesDryRun() throws {
    for place in try Commands.places() {
      guard let declaration = place.declaration else { continue }
      let names = place.forms.filter { $0.kind != .positional }.map(\.name)
      #expect(names.contains("dry-run") == (declaration.effect == .changes), "'\(place.text)'")
      // Whoever wants to see personal data says why, too.
      let needsReason = declaration.effect == .changes || declaration.reveals != nil
      #expect(names.contains("reason") == needsReason, "'\(place.text)'")
      #expect(declaration.reveals == nil || names.contains("reveal"), "'\(place.text)'")
    }
  }

  /// One flag means one thing: whoever has learnt it in one command knows it in all.
  @Test func anOptionTakesTheSameEverywhere() throws {
    var known: [String: (takesValue: Bool, place: String)] = [:]
    for place in try Commands.places() {
      for form in place.forms where form.kind != .positional {
        let first = known[form.name] ?? (form.kind == .option, place.text)
        #expect(first.takesValue == (form.kind == .option), "--\(form.name) in '\(place.text)' and '\(first.place)'")
        known[form.name] = first
      }
    }
  }
}

/// The tree of all commands, as the program has it.
enum Commands {
  static func program() throws -> Program {
    try Qix.program(home: "/nowhere", actor: "local:test")
  }

  /// Every place with a command or group, the built-in ones too, the program itself first.
  static func places() throws -> [CommandTree.Place] {
    func below(_ place: CommandTree.Place) -> [CommandTree.Place] { [place] + place.children.flatMap(below) }
    return below(try program().tree.place(at: []))
  }
}
