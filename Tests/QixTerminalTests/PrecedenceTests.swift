import Foundation
import QixKernel
import QixTerminal
import Synchronization
import Testing

@testable import QixCommands

@Suite struct PrecedenceTests {
  /// Runs a command that shows what its globals came to, with a config file.
  private func globals(_ words: [String], environment: [String: String] = [:], config: String? = nil) throws
    -> (GlobalOptions?, String)
  {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("qix-config-\(UUID())")
    try FileManager.default.createDirectory(at: folder.appendingPathComponent("qix"), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    if let config { try Data(config.utf8).write(to: folder.appendingPathComponent("qix/config")) }
    let box = Box()
    let program = Sample.program { globals in
      box.set(globals)
      return Sample.context
    }
    var environment = environment
    environment["XDG_CONFIG_HOME"] = folder.path
    let outcome = TestTerminal(environment: environment).run(program, ["wallet", "show", "x"] + words)
    return (box.value, outcome.errors.replacingOccurrences(of: folder.path, with: "CONFIG"))
  }

  /// What a closure saw.
  final class Box: Sendable {
    private let content = Mutex<GlobalOptions?>(nil)
    var value: GlobalOptions? { content.withLock { $0 } }
    func set(_ value: GlobalOptions) { content.withLock { $0 = value } }
  }

  @Test func flagOverEnvironmentOverFileOverDefault() throws {
    #expect(try globals([]).0?.home == nil)
    #expect(try globals([], config: "home = /file").0?.home == "/file")
    #expect(try globals([], environment: ["QIX_HOME": "/env"], config: "home = /file").0?.home == "/env")
    #expect(try globals([], environment: ["QIX_HOME": ""], config: "home = /file").0?.home == "/file")
    #expect(try globals(["--home=/flag"], environment: ["QIX_HOME": "/env"]).0?.home == "/flag")

    #expect(try globals([]).0?.color == .auto)
    #expect(try globals([], config: "color = always").0?.color == .always)
    #expect(try globals([], environment: ["NO_COLOR": "1"], config: "color = always").0?.color == .never)
    #expect(try globals([], environment: ["NO_COLOR": "1", "CLICOLOR_FORCE": "1"]).0?.color == .never)
    #expect(try globals(["--color", "auto"], environment: ["NO_COLOR": "1"]).0?.color == .auto)

    #expect(try globals([], config: "json = true").0?.format == .json)
    #expect(try globals(["--tsv"], config: "json = true").0?.format == .tsv)
    #expect(try globals(["--plain"]).0?.format == .tsv)
    #expect(try globals(["--csv"], config: "tsv = true").0?.format == .csv)
  }

  @Test func aConfigFileIsReadLineByLine() throws {
    let text = "# mine\n\n  quiet=true\r\n\tno-input = true # no\n"
    #expect(
      try globals([], config: text).1
        == "qix: CONFIG/qix/config, line 4: 'no-input' is true or false\nFix the line or remove it.\n")
    let values = try #require(
      globals([], config: "quiet=true\r\n no-input = true\n yes=false\nread-only = true\nhome = /a b = c").0)
    #expect(values.isQuiet && values.noInput && values.isReadOnly && !values.assumeYes && values.home == "/a b = c")
  }

  @Test(arguments: [
    ("quiet", "line 1: a line is 'key = value'"),
    ("\nquite = true", "line 2: unknown key 'quite'; did you mean 'quiet'?"),
    ("color = red", "line 1: --color: it must be one of auto, always, never"),
    ("yes = true\nyes = true", "line 2: 'yes' is set twice"),
    ("home =", "line 1: --home: the path is empty"),
    ("help = true", "line 1: unknown key 'help'"),
    ("json = true\ntsv = true", "--json and --tsv exclude each other"),
    ("csv = true\nplain = true", "--tsv and --csv exclude each other"),
  ])
  func faultsAreNamedWithTheirLine(_ config: String, _ sentence: String) throws {
    let (values, errors) = try globals([], config: config)
    #expect(values == nil && errors.contains(sentence), "\(errors)")
  }

  @Test func aBrokenConfigFileDoesntKeepFromTheHelp() throws {
    let (_, errors) = try globals(["--help"], config: "broken")
    #expect(errors == "")
  }
}
