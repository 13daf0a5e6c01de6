import Foundation
import QixCommands
import QixKernel
import QixTerminal
import QixTesting
import Testing

/// A token acts with the rights of the home's owner, and so reads files that its holder may not. Whatever a command makes
/// of such a file, nothing of it is told.
@Suite struct FileContentTests {
  private static let canary = "root:canaryhash:19000"
  /// As a shadow file, a table, JSON, a calendar, questions, and a key have it.
  private static let contents = [
    "\(canary):0:99999:7:::\ndaemon:*:18000:0:99999:7:::\n",
    "user,amount\n\(canary),\(canary)\n",
    "\(canary),\(canary)\n1,2\n1,2,3\n",
    "{\"\(canary)\": \"\(canary)\"}",
    "{\"\(canary)\": ",
    "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nDTSTART;TZID=\(canary):20270101T100000\nSUMMARY:\(canary)\nEND:VEVENT\nEND:VCALENDAR\n",
    "::\(canary):: \(canary) {=\(canary) ~%x%\(canary)}\n\n::a:: b {=",
  ]

  /// Every command with an option or a subject that is a file to read, its other parameters filled by its examples.
  private static func places() throws -> [(path: [String], declaration: Declaration)] {
    try Commands.places().compactMap { place in
      guard case .command(let type) = place.node, !type.isStandalone, !type.declaration.isForOwner
      else { return nil }
      return (Array(place.path.dropFirst()), type.declaration)
    }
  }

  /// Lines that read a file: of each command those of its examples with a file, the file exchanged.
  /// - Parameter output: where they write what they would write somewhere.
  private static func lines(
    _ declaration: Declaration, path: [String], file: String, output: String
  ) -> [[String]] {
    declaration.examples.compactMap { example in
      guard var words = ShellWords.firstCommand(of: example.line, named: "qix") else { return nil }
      var isReading = false
      for (index, word) in words.enumerated().dropFirst(path.count) where index > 0 {
        let isFile = ["--file", "--evidence", "--answers", "--proof", "--list"].contains(words[index - 1])
        let looksSo = [".csv", ".json", ".ics", ".md", ".gift", ".txt", ".jsonl", ".xml", ".mp4", "-"].contains {
          word == "-" || word.hasSuffix($0)
        }
        let isWritten = ["--output", "--results", "--rejects", "--svg", "--public-key-file"].contains(words[index - 1])
        if isWritten {
          words[index] = output
        } else if (isFile || looksSo) && !word.hasPrefix("--") {
          words[index] = file
          isReading = true
        }
      }
      return isReading ? words : nil
    }
  }

  /// Any column of any table would do for a key, and any name of a column is told by what is kept.
  @Test(arguments: ["issue", "apply"]) func noColumnOfATableIsToldAsAKey(_ command: String) throws {
    try TestHome.initialised { home in
      try home.done("user create --external-id ada")
      let role = command == "issue" ? "integrator" : "operator"
      let token = ["token", "create", "till", "--role", role, "--scope", "coins \(command)"]
      #expect(try home.qix(token + ["--output", "\(home.path)/till"]).exitCode == 0)
      let file = "\(home.path)/table.csv"
      let columns = command == "issue" ? "user,amount,canarycolumn" : "op,to,amount"
      func ask(_ key: String, _ options: [String]) throws -> TestTerminal.Outcome {
        let values = command == "issue" ? "ada,1,canarynote" : "issue,ada,1"
        try Data("\(columns),\(key)\n\(values),canarykey\n".utf8).write(to: URL(fileURLWithPath: file))
        return try home.qix(
          ["--as", "\(home.path)/till", "coins", command, "--file", file, "--results", "-"] + options)
      }
      for options in [["--dry-run"], ["--dry-run", "--json"], []] {
        let outcome = try ask("key", options), all = outcome.output + outcome.errors
        #expect(outcome.exitCode == 0 && !all.contains("canary"), "\(all)")
        #expect(outcome.output.contains(#""key":null"#), "\(outcome.output)")
      }
      let mapped = try ask("iban", ["--dry-run", "--map", "key=iban"])
      #expect(
        mapped.exitCode == 4 && !mapped.output.contains("canary") && !mapped.errors.contains("canarykey"),
        "\(mapped.errors)")
      #expect(mapped.errors.contains("- < FILE"))
    }
  }

  @Test func nothingOfAFileIsToldToWhoMayNotReadIt() throws {
    try TestHome.initialised(vault: true) { home in
      try home.done("user create --external-id ada")
      try home.done("segment create loyal")
      try home.done("raffle create spring --winners 1")
      try home.done("token create as --role operator --output \(home.path)/operator.token")
      try home.done("token create till --role integrator --output \(home.path)/integrator.token")
      let file = "\(home.path)/secret.csv"
      // A token names no file that is written (`OutputPlaceTests`).
      let output = "-"
      var asked: Set<String> = [], withheld: Set<String> = []
      for content in Self.contents {
        try Data(content.utf8).write(to: URL(fileURLWithPath: file))
        for (path, declaration) in try Self.places() {
          for words in Self.lines(declaration, path: path, file: file, output: output) {
            for role in [Role.operator, .integrator] where declaration.roles.admits(role) {
              for extra in [["--json"], ["--json", "--dry-run"], ["--json", "--keep-going", "--results", "-"]] {
                let outcome = try home.qix(["--as", "\(home.path)/\(role).token"] + words + extra)
                let answer = outcome.output + outcome.errors
                #expect(!answer.contains("canaryhash"), "\(role), \(words + extra): \(answer)")
                let command = path.joined(separator: " ")
                if outcome.errors.contains(file) { asked.insert(command) }
                if outcome.errors.contains("access.content") { withheld.insert(command) }
              }
            }
          }
        }
      }
      for command in ["coins issue", "coins apply", "read questions check"] {
        #expect(asked.contains(command), "'\(command)' has not read the file: \(asked.sorted())")
      }
      // What they keep can be looked at later, and written elsewhere.
      for command in [
        "voucher import", "reward import", "reward create", "campaign create", "product import", "tv schedule import",
        "read questions import", "read text add", "directive add", "segment import", "raffle enter", "shake send",
        "shake read", "card create",
      ] {
        #expect(withheld.contains(command), "'\(command)' takes the file: \(withheld.sorted())")
      }
    }
  }

  /// Place and code are told, and how to be told more: by standard input, which the caller's own shell has opened.
  @Test func whatIsWrongIsToldByPlaceAndCode() throws {
    try TestHome.initialised { home in
      try home.done("token create till --role integrator --output \(home.path)/till.token")
      let file = "\(home.path)/secret"
      try Data(Self.contents[1].utf8).write(to: URL(fileURLWithPath: file))
      let till = ["--as", "\(home.path)/till.token", "coins", "issue", "--json"]
      let named = try home.qix(till + ["--file", file])
      #expect(named.exitCode == 2 && named.errors.contains("line 2"), "\(named.errors)")
      #expect(!named.errors.contains("canary") && named.errors.contains("standard input"), "\(named.errors)")
      let owner = try home.qix(["coins", "issue", "--json", "--file", file])
      #expect(owner.exitCode == named.exitCode)
      func code(_ outcome: TestTerminal.Outcome) -> Substring? {
        outcome.errors.firstRange(of: "\"code\":").map {
          outcome.errors[$0.upperBound...].prefix(40).split(separator: ",")[0]
        }
      }
      #expect(code(owner) == code(named))
      let header = try home.qix(till + ["--file", "-"], input: Self.contents[2])
      #expect(header.exitCode == 2 && header.errors.contains("canary"), "\(header.errors)")
      let rejects = try home.qix(till + ["--file", file, "--keep-going", "--rejects", "-"])
      #expect(rejects.exitCode == 4 && !(rejects.output + rejects.errors).contains("canary"), "\(rejects)")
    }
  }

  /// By its digest somebody who guesses what stands in a file learns whether it does.
  @Test(arguments: ["coins issue", "coins apply"])
  func theDigestOfAFileThatWasNamedIsNotTold(_ command: String) throws {
    try TestHome.initialised(vault: true) { home in
      try home.done("token create till --role integrator --output \(home.path)/till.token")
      let file = "\(home.path)/secret"
      let digest = "sha256"
      for content in Self.contents + ["user,amount\nada,5\n", "op,to,amount\nissue,ada,5\n"] {
        try Data(content.utf8).write(to: URL(fileURLWithPath: file))
        let words = command.split(separator: " ").map(String.init)
        for extra in [[], ["--dry-run"], ["--keep-going"]] {
          let line = words + ["--file", file] + extra
          let told = try home.qix(["--as", "\(home.path)/till.token", "--json"] + line)
          if !told.output.isEmpty { #expect(told.output.contains("\"\(digest)\": null"), "\(line): \(told)") }
          let human = try home.qix(["--as", "\(home.path)/till.token"] + line)
          #expect(!human.output.contains(digest), "\(line): \(human)")
          let owner = try home.qix(["--json"] + line)
          #expect(owner.output.isEmpty || owner.output.contains("\"\(digest)\": \""), "\(owner)")
        }
      }
    }
  }

  /// Answers name users, and faults headers, as the file does: of a named file neither is told, in a dry run neither.
  @Test func answersTellNothingOfAFileThatWasNamed() throws {
    try TestHome.initialised { home in
      try home.done("token create till --role integrator --output \(home.path)/till.token")
      let file = "\(home.path)/secret"
      let text = "user;amount\ncanary-ada;canary-1\ncanary-bo;canary-2\n"
      try Data(text.utf8).write(to: URL(fileURLWithPath: file))
      for more in [["--dry-run"], ["--keep-going"], ["--dry-run", "--keep-going"]] {
        let words = ["--as", "\(home.path)/till.token"] + ["coins", "issue"] + more + ["--results", "-"]
        let named = try home.qix(words + ["--file", file])
        let told = named.output + named.errors
        // What the caller has said itself is no secret.
        let secrets = ["canary-ada", "canary-bo", "canary-1", "canary-2"]
        #expect(named.exitCode != 0 && !secrets.contains(where: told.contains), "\(words): \(told)")
        #expect(told.contains("\"line\":2,\"row\":") && told.contains("\"user\":null"), "\(words): \(told)")
        #expect(told.contains("line 2, column B: coins.line-malformed"), "\(told)")
        let piped = try home.qix(words + ["--file", "-"], input: text)
        #expect(piped.exitCode == named.exitCode && piped.errors.contains("amount (B)"), "\(piped.errors)")
        #expect(piped.output.contains("canary-ada"))
      }
    }
  }

  /// Places, links and keys of shakes are kept, and told by `qix shake show` and by the answers.
  @Test func shakesAreNotSentFromAFileThatATokenNames() throws {
    try TestHome.initialised(vault: true) { home in
      try home.done("user create --external-id ada")
      try home.done("token create till --role integrator --output \(home.path)/till.token")
      let line = "{\"user\":\"ada\",\"place\":\"canary-place\",\"key\":\"canary-key\"}\n"
      try Data(line.utf8).write(to: URL(fileURLWithPath: "\(home.path)/shakes"))
      let send = ["--as", "\(home.path)/till.token", "shake", "send", "--results", "-", "--json"]
      for more in [[], ["--dry-run"], ["--keep-going"]] {
        let named = try home.qix(send + ["--file", "\(home.path)/shakes"] + more)
        #expect(named.exitCode == 4 && named.errors.contains("access.content"), "\(more): \(named)")
        #expect(!(named.output + named.errors).contains("canary"), "\(more): \(named)")
      }
      #expect(try home.count("shakes_shakes") == 0)
      let piped = try home.qix(send + ["--file", "-"], input: line)
      #expect(piped.exitCode != 4, "\(piped)")
    }
  }

  /// A secret of a file that a token names would be the holder's: kept it is read again, tried it is used.
  @Test func secretsAreNotReadFromAFileThatATokenNames() throws {
    try TestHome.initialised(vault: true) { home in
      try home.done("token create chief --role admin --scope vault --output \(home.path)/chief.token")
      try home.done("token create desk --role operator --output \(home.path)/desk.token")
      let stolen = "\(home.path)/canary"
      try Data("CANARY1".utf8).write(to: URL(fileURLWithPath: stolen))
      for line in [
        "chief vault set k k --secret-file @", "chief vault set k k --secret-file @ --dry-run",
        "chief vault import @", "chief vault unlock --key-file @", "chief vault unlock --passphrase-file @",
        "chief vault slot add passphrase --new-passphrase-file @",
        "desk auth otp verify otp_01h455vb4pex5vsknk084sn02q --code-file @", "desk voucher check --code-file @",
        "desk member resolve --code-file @",
      ] {
        let words = line.replacing("@", with: stolen).split(separator: " ").map(String.init)
        let outcome = try home.qix(["--as", "\(home.path)/\(words[0]).token", "--json"] + words.dropFirst())
        #expect(outcome.exitCode == 4 && outcome.errors.contains("access.content"), "\(line): \(outcome)")
      }
      let chief = ["--as", "\(home.path)/chief.token"]
      let kept = try home.qix(chief + ["vault", "set", "k", "k", "--secret-file", "-"], input: "own")
      #expect(kept.exitCode == 0, "\(kept.errors)")
      #expect(try home.done("vault get k k") == "own")
      try home.done("vault set k k --secret-file \(stolen)")
      #expect(try home.done("vault get k k") == "CANARY1")
    }
  }

  /// The code of a broadcast is shown by `tv code list --reveal`.
  @Test func aCodeIsNotSetFromAFileThatATokenNames() throws {
    try TestHome.initialised(vault: true) { home in
      try home.done("token create desk --role operator --output \(home.path)/desk.token")
      let stolen = "\(home.path)/canary"
      try Data("CANARY1".utf8).write(to: URL(fileURLWithPath: stolen))
      try home.done("tv schedule add --channel Uno --programme Quiz --start 2027-06-15T00:00 --length 1d --zone UTC")
      let windows = try home.done("tv schedule list --json")
      let window = try #require(windows.split(separator: "\"").first { $0.hasPrefix("win_") })
      let set = ["--as", "\(home.path)/desk.token", "tv", "code", "set", String(window), "--json", "--code-file"]
      let named = try home.qix(set + [stolen])
      #expect(named.exitCode == 4 && named.errors.contains("access.content"), "\(named)")
      let piped = try home.qix(set + ["-"], input: "OWN-CODE\n")
      #expect(piped.exitCode == 0, "\(piped)")
    }
  }

  /// What stands in a picture is told as little, now or by what is kept of it; what came by standard input is read.
  @Test(
    arguments: [
      "picture add mug @", "receipt read @", "scan read @", "shake receipt --user ada --image @",
      "stadium analyse --event derby @",
      "stadium listen --event derby @", "stadium piece add anthem @ --event derby",
      "stadium embed --event derby --start 2027-01-15T08:00:00Z @ -",
    ])
  func picturesThatATokenNamesAreNotTold(_ line: String) throws {
    try TestHome.initialised(vault: true) { home in
      try home.done("user create --external-id ada")
      try home.done("token create desk --role operator --output \(home.path)/desk.token")
      try home.done("stadium event add derby --start 2027-01-15T08:00:00Z --length 1h")
      let picture = "\(home.path)/secret.jpg"
      try Data("no picture".utf8).write(to: URL(fileURLWithPath: picture))
      let words = "--as \(home.path)/desk.token --json \(line)"
      let named = try home.qix(words.replacing("@", with: picture))
      #expect(named.exitCode == 4 && named.errors.contains("access.content"), "\(named)")
      let piped = try home.qix(words.replacing("@", with: "-"), input: "no picture")
      #expect(piped.exitCode != 4, "\(piped)")
      #expect(try home.qix("--json " + line.replacing("@", with: picture)).exitCode != 4)
    }
  }
}
