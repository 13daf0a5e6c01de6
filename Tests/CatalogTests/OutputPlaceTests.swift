import Foundation
import QixCommands
import QixKernel
import QixTerminal
import QixTesting
import Testing

/// A token acts with the rights of the home's owner, and so would write files that its holder may not: the database, a
/// shell's start-up file with words of theirs in it.
@Suite struct OutputPlaceTests {
  /// Each command that writes a file, with the first of its examples and the file put in or exchanged.
  private static func lines(to file: String) throws -> [(words: [String], kind: OutputKind, roles: Roles)] {
    try Commands.places().flatMap { place -> [(words: [String], kind: OutputKind, roles: Roles)] in
      guard case .command(let type) = place.node, !type.isStandalone, !type.declaration.isForOwner,
        let example = type.declaration.examples.first,
        let words = ShellWords.firstCommand(of: example.line, named: "qix")
      else { return [] }
      return place.forms.compactMap { form in
        guard let kind = form.output else { return nil }
        var words = words
        let index = words.firstIndex(of: form.label).map { $0 + 1 }
        switch (form.kind, index) {
        case (.positional, _):
          guard let index = Self.place(of: form, in: words, place.forms, from: place.path.count - 1) else {
            return nil
          }
          words[index] = file
        case (_, let index?): words[index] = file
        case (_, nil): words += [form.label, file]
        }
        return (words, kind, type.declaration.roles)
      }
    }
  }

  /// Where a positional argument stands among the words of an example.
  private static func place(
    of form: ParameterForm, in words: [String], _ forms: [ParameterForm], from start: Int
  ) -> Int? {
    var left = forms.filter { $0.kind == .positional }.map(\.label)[...]
    var index = start
    while index < words.count {
      if let option = forms.first(where: { $0.kind != .positional && $0.label == words[index] }) {
        index += option.kind == .option ? 2 : 1
      } else {
        if left.popFirst() == form.label { return index }
        index += 1
      }
    }
    return nil
  }

  @Test func aTokenNamesNoFileThatIsWritten() throws {
    try TestHome.initialised(vault: true) { home in
      for role in Role.ofTokens {
        try home.done("token create t-\(role) --role \(role) --output \(home.path)/\(role).token")
      }
      let (new, old) = ("\(home.path)/new", "\(home.path)/old")
      try Data("kept".utf8).write(to: URL(fileURLWithPath: old))
      var refused = 0
      for file in [new, old] {
        for (words, kind, roles) in try Self.lines(to: file) {
          if kind == .secret || kind == .irreplaceable, file == new { continue }
          for role in Role.ofTokens where roles.admits(role) {
            let outcome = try home.qix(["--as", "\(home.path)/\(role).token", "--json"] + words)
            #expect(outcome.exitCode == 4 && outcome.errors.contains("access.output"), "\(role), \(words): \(outcome)")
            #expect(!FileManager.default.fileExists(atPath: new), "\(words)")
            #expect(try String(contentsOfFile: old, encoding: .utf8) == "kept", "\(words)")
            refused += 1
          }
        }
      }
      #expect(refused > 60, "\(refused)")
    }
  }

  /// Commands that need no home ask no token who it stands for, and write with the owner's rights all the same.
  @Test func aTokenWritesNeitherManualPagesNorSources() throws {
    try TestHome.initialised { home in
      try home.done("token create eye --role auditor --access read --output \(home.path)/eye.token")
      let folder = "\(home.path)/pages"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Data("none".utf8).write(to: URL(fileURLWithPath: "\(home.path)/none.token"))
      for token in ["eye", "none"] {
        let named = ["--as", "\(home.path)/\(token).token", "--json"]
        let man = try home.qix(named + ["man", "--output", folder])
        #expect(man.exitCode == 4 && man.errors.contains("access.output"), "\(man)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
        for more in [["--repository", folder], [], ["--dry-run"]] {
          let plugin = try home.qix(named + ["plugin", "new", "Evil", "--kind", "feature"] + more)
          #expect(plugin.exitCode == 4 && plugin.errors.contains("access.owner-only"), "\(plugin)")
        }
        #expect(try home.qix(named + ["man", "coins"]).exitCode == 0)
      }
      let environment = ["QIX_AS": "\(home.path)/eye.token"]
      #expect(try home.qix(["man", "--output", folder], environment: environment).exitCode == 4)
      try home.done("man coins issue --output \(folder)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["qix-coins-issue.1"])
    }
  }

  /// What nobody has words in may be new: whoever prints codes works by a token.
  @Test func codesAndTokensMayGoIntoANewFile() throws {
    try TestHome.initialised(vault: true) { home in
      try home.done("token create desk --role operator --output \(home.path)/desk.token")
      let line =
        "--as \(home.path)/desk.token voucher generate flyer --count 2 --title Flyer --output \(home.path)/codes.csv"
      try home.done(line)
      let again = try home.qix(line + " --force --json")
      #expect(again.exitCode == 4 && again.errors.contains("Name a new file."), "\(again.errors)")
    }
  }

  @Test(arguments: ["qix.db", "qix.db-wal", "qix.ack", "qix.lock", "erasures", "agent.lock", "link"])
  func nothingIsWrittenOverAHomesOwnFiles(_ name: String) throws {
    try TestHome.initialised { home in
      try home.done("user create --external-id ada")
      let file = "\(home.path)/\(name)"
      if name == "link" {
        try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: "\(home.path)/qix.db")
      }
      let input = "user,amount\nada,5\n"
      let outcome = try home.qix(["coins", "issue", "--file", "-", "--results", file, "--json"], input: input)
      #expect(outcome.exitCode == 2 && outcome.errors.contains("output.homes-own"), "\(outcome.errors)")
      try home.done("db check")
      try home.done("coins issue --to ada --amount 1")
    }
  }

  /// Answers are for their owner's eyes alone, as keys are: what is there is looked into before it makes way.
  @Test func answersTakeNoKeysPlace() throws {
    try TestHome.initialised(vault: true) { home in
      try home.done("user create --external-id ada")
      try home.done("token create till --role integrator --output \(home.path)/till")
      let input = "user,amount\nada,5\n"
      for name in ["vault.key", "till"] {
        let before = try Data(contentsOf: URL(filePath: "\(home.path)/\(name)"))
        for option in ["--results", "--rejects"] {
          let outcome = try home.qix(
            ["coins", "issue", "--file", "-", option, "\(home.path)/\(name)", "--batch", option], input: input)
          #expect(outcome.exitCode == 1 && outcome.errors.contains("owner's eyes alone"), "\(outcome)")
        }
        #expect(try Data(contentsOf: URL(filePath: "\(home.path)/\(name)")) == before)
      }
      #expect(try home.done("wallet show ada --quiet") == "0\n")
      // Its own answers of the last time do.
      for _ in 0..<2 { _ = try home.qix("coins issue --file - --results \(home.path)/answers", input: input) }
      #expect(try String(contentsOfFile: "\(home.path)/answers", encoding: .utf8).contains("replayed"))
    }
  }

  /// A backup of that name lies in another folder.
  @Test func aBackupMayBeCalledLikeTheDatabase() throws {
    try TestHome.initialised { home in
      try FileManager.default.createDirectory(atPath: "\(home.path)/backup", withIntermediateDirectories: true)
      try home.done("db backup \(home.path)/backup/qix.db")
    }
  }
}
