import Foundation
import Testing

/// How the program behaves whatever it is asked.
@Suite struct ConductTests {
  /// Repaired, two different words would be one name.
  @Test func wordsThatAreNotUTF8AreRefused() throws {
    try BuiltProgram.withHome { _, home in
      let shell = Process()
      let errors = Pipe()
      shell.executableURL = URL(fileURLWithPath: "/bin/sh")
      shell.arguments = [
        "-c", #"exec "$0" user create --json --external-id "$(printf 'hush\376')""#, try BuiltProgram.path.get(),
      ]
      shell.environment = ["PATH": "/usr/bin:/bin", "QIX_HOME": home]
      shell.standardError = errors
      try shell.run()
      let told = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      shell.waitUntilExit()
      #expect(shell.terminationStatus == 2)
      #expect(told.contains("argument 5") && told.hasPrefix("{") && !told.contains("hush"), "\(told)")
    }
  }

  /// By default the kernel ends a program that writes past such a limit, without a word.
  @Test func aLimitOnFilesIsToldAsAnError() throws {
    try BuiltProgram.withHome { qix, home in
      let shell = Process()
      let errors = Pipe()
      shell.executableURL = URL(fileURLWithPath: "/bin/sh")
      shell.arguments = ["-c", #"ulimit -f 16; exec "$0" init"#, try BuiltProgram.path.get()]
      shell.environment = ["PATH": "/usr/bin:/bin", "QIX_HOME": home]
      shell.standardError = errors
      try shell.run()
      let told = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      shell.waitUntilExit()
      #expect(shell.terminationReason == .exit)
      #expect(shell.terminationStatus == 1, "\(told)")
      #expect(told.hasPrefix("qix: "), "\(told)")
    }
  }

  @Test func aloneItShowsAShortHelp() throws {
    let bare = try BuiltProgram()("")
    #expect(bare.exitCode == 0)
    #expect(bare.errors.isEmpty)
    #expect(bare.output.contains("Usage: qix"))
    let full = try BuiltProgram()("--help")
    #expect(full.exitCode == 0)
    #expect(full.output.count > bare.output.count)
  }

  @Test(arguments: ["--version", "version"])
  func itTellsItsVersion(_ line: String) throws {
    let outcome = try BuiltProgram()(line)
    #expect(outcome.exitCode == 0)
    #expect(outcome.output.wholeMatch(of: /qix \d+\.\d+\.\d+\n/) != nil, "\(outcome.output)")
  }

  @Test(arguments: [
    ("coin", "coins"), ("coins isue", "issue"), ("user creat", "create"), ("coins issue --amout 5", "--amount"),
  ])
  func aSlipIsMetWithASuggestion(_ line: String, _ meant: String) throws {
    let outcome = try BuiltProgram()(line)
    #expect(outcome.exitCode == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("did you mean '\(meant)'?"), "\(outcome.errors)")
  }

  @Test func underJSONAnErrorIsOneLineOfJSON() throws {
    try BuiltProgram.initialised { qix, _ in
      for (line, code) in [
        ("user show nobody --json", "identity.user-not-found"), ("coins isue --json", "usage"),
        ("--json coins issue --to nobody --amount 5", "identity.user-not-found"),
      ] {
        let outcome = try qix(line)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.filter { $0 == "\n" }.count == 1)
        let printed = try PrintedError(outcome)
        #expect(printed.error.code == code)
        #expect(!printed.error.message.isEmpty)
      }
    }
  }

  @Test func underJSONDataNamesItsSchema() throws {
    try BuiltProgram.initialised { qix, _ in
      let made = try qix.done("user create --json")
      let object = try JSONSerialization.jsonObject(with: Data(made.output.utf8)) as? [String: Any]
      #expect(object?["schema"] as? String == "user.create/1")
    }
  }

  /// /proc is a folder in which nobody can make a file, root neither.
  @Test func itStartsWhereNothingCanBeWritten() throws {
    try BuiltProgram.initialised { qix, home in
      var qix = qix
      qix.folder = "/proc"
      try qix.done("user create --external-id ada")
      try qix.done("coins issue --to ada --amount 5")
      #expect(try LedgerState(home: home).issued == 5)
    }
  }

  @Test func aHomeThatCannotBeMadeIsNamed() throws {
    let outcome = try BuiltProgram()("init --home /proc/qix")
    #expect(outcome.exitCode == 1)
    #expect(outcome.errors.contains("/proc/qix"))
  }

  @Test func theHomeOnTheCommandLineBeatsTheEnvironment() throws {
    try BuiltProgram.initialised { qix, home in
      let other = "\(home)/other"
      try qix.done("init --home \(other)")
      try qix.done("user create --external-id ada --home \(other)")
      try qix.done("user create --external-id bob")
      #expect(try qix("user show ada").exitCode == 3)
      #expect(try qix("user show ada --home=\(other)").exitCode == 0)
      #expect(try qix("--home \(other) user show bob").exitCode == 3)
      #expect(try LedgerState(home: other).users == 1)
    }
  }

  /// Neither flag nor QIX_HOME: the folder of the XDG base directory specification.
  @Test func withoutAHomeItTakesTheFolderForData() throws {
    try BuiltProgram.withHome { _, folder in
      try BuiltProgram(environment: ["XDG_DATA_HOME": folder]).done("init")
      #expect(FileManager.default.fileExists(atPath: "\(folder)/qix/qix.db"))
      try BuiltProgram(environment: ["HOME": folder]).done("init")
      #expect(FileManager.default.fileExists(atPath: "\(folder)/.local/share/qix/qix.db"))
    }
  }

  @Test func theDataIsItsOwnersAlone() throws {
    try BuiltProgram.withHome { qix, folder in
      let home = "\(folder)/new"
      try qix.done("init --home \(home)")
      for (path, mode) in [(home, 0o700), ("\(home)/qix.db", 0o600), ("\(home)/qix.lock", 0o600)] {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == mode, "\(path)")
      }
    }
  }
}
