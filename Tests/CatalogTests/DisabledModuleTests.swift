import Foundation
import QixCatalog
import QixCommands
import QixKernel
import QixTerminal
import Testing

/// Which modules are switched off, by the environment and by the config file, and what is said where they can't be.
@Suite struct DisabledModuleTests {
  /// Runs the program as a process would start it, with a config file.
  private func qix(
    _ line: String, config: String?, disable: String? = nil
  ) throws -> (exitCode: Int32, output: String, errors: String) {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("qix-config-\(UUID())")
    try FileManager.default.createDirectory(at: folder.appendingPathComponent("qix"), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    if let config { try Data(config.utf8).write(to: folder.appendingPathComponent("qix/config")) }
    var variables = ["XDG_CONFIG_HOME": folder.path]
    variables["QIX_DISABLE"] = disable
    let environment = Environment.fixed(variables)
    var file = FoundConfig(program: "qix", environment)
    let program = try Qix.program(environment, &file, home: folder.path, actor: "local:test")
    let outcome = TestTerminal(environment: variables)
      .run(program, line.split(separator: " ").map(String.init), config: file)
    return (
      outcome.exitCode, outcome.output, outcome.errors.replacingOccurrences(of: folder.path, with: "CONFIG")
    )
  }

  @Test(
    arguments: [
      (nil, nil, ["coins", "user"]),
      ("quiet = true", nil, ["coins", "user"]),
      ("disable = \(Self.off("coins"))", nil, ["user"]),
      ("disable = \(Self.off("coins", "identity"))", nil, []),
      ("disable =  \(Self.off("identity", "coins"))  ", nil, []),
      ("disable =", nil, ["coins", "user"]),
      (nil, Self.off("coins"), ["user"]),
      (nil, Self.off("identity", "coins"), []),
      // The environment decides alone, and may switch everything on again.
      ("disable = coins,identity", Self.off("coins"), ["user"]),
      ("disable = coins,identity", "", ["coins", "user"]),
    ] as [(String?, String?, [String])])
  func theEnvironmentComesBeforeTheFile(_ config: String?, _ disable: String?, _ groups: [String]) throws {
    let help = try qix("--help", config: config, disable: disable)
    #expect(help.exitCode == 0 && help.errors.isEmpty)
    #expect(["coins", "user"].filter { help.output.contains("\n  \($0) ") } == groups)
  }

  /// Whoever calls a command that is switched off learns by what.
  @Test(
    arguments: [
      ("quiet = true\ndisable = \(Self.off("coins"))", nil), ("disable = identity", Self.off("coins")),
    ] as [(String, String?)])
  func commandsThatAreSwitchedOffSayWhere(_ config: String, _ disable: String?) throws {
    for line in ["coins issue --to ada --amount 1", "wallet show ada", "--json budget list"] {
      let outcome = try qix(line, config: config, disable: disable)
      #expect(outcome.exitCode == 2 && outcome.errors.contains("the module 'coins', which is switched off"))
      #expect(outcome.errors.contains(disable == nil ? "CONFIG/qix/config, line 2" : "QIX_DISABLE"), "\(outcome)")
    }
    let other = try qix("coin issue", config: config, disable: disable)
    #expect(other.exitCode == 2 && !other.errors.contains("switched off"))
  }

  /// Modules and all that need them, for `disable`.
  private static func off(_ ids: String...) -> String {
    var off = Set(ids)
    for _ in Catalog.modules {
      for module in Catalog.modules where !off.isDisjoint(with: module.requires) { off.insert(module.id) }
    }
    return off.sorted().joined(separator: ", ")
  }

  private static let known = Catalog.modules.map { $0.id }.sorted().joined(separator: ", ")

  @Test(
    arguments: [
      (
        "quiet = true\ndisable = coin", nil,
        "qix: CONFIG/qix/config, line 2: there is no module 'coin' to disable\nModules: \(Self.known).\n"
      ),
      (
        "disable = identity", nil,
        "qix: CONFIG/qix/config, line 1: module 'coins' requires 'identity', which is disabled\n"
          + "Enable 'identity', or also disable what needs it: "
          + Catalog.modules.map { $0.id }.filter { Self.off("identity").split(separator: ", ").contains(Substring($0)) }
          .filter { id in id != "identity" && !Catalog.modules.contains { $0.id == id && $0.cutFrom == "identity" } }
          .joined(separator: ", ") + ".\n"
      ),
      (
        "disable = coins\n\ndisable = identity", nil,
        "qix: CONFIG/qix/config, line 3: 'disable' is set twice\nRemove one of the two lines.\n"
      ),
      (
        "disable = coins", "coin",
        "qix: QIX_DISABLE: there is no module 'coin' to disable\nModules: \(Self.known).\n"
      ),
    ] as [(String, String?, String)])
  func faultsAreNamedWithTheirPlace(_ config: String, _ disable: String?, _ sentence: String) throws {
    let refused = try qix("user list", config: config, disable: disable)
    #expect(refused == (2, "", sentence), "\(refused.errors)")
    let asJSON = try qix("user list --json", config: config, disable: disable)
    #expect(asJSON.exitCode == 2 && asJSON.errors.hasPrefix("{\"error\":{\"code\":\"usage\","))
    // Help and version are for whoever wants to mend it, too.
    for line in ["--help", "--version"] {
      let outcome = try qix(line, config: config, disable: disable)
      #expect(outcome.exitCode == 0 && outcome.errors.isEmpty, "\(line)")
    }
  }
}
