import Foundation
import QixTesting
import Testing

/// Locally it is the file system that says who may act: the owner of the home folder, and nobody else, root neither.
@Suite struct OwnerTests {
  private static let nobody: UInt32 = 65_534

  /// Runs the program as another user of this system.
  private static func asNobody(_ line: String, home: String, program: String) throws -> Tool.Outcome {
    try Tool("setpriv")(
      ["--reuid", "\(nobody)", "--regid", "\(nobody)", "--clear-groups", program]
        + line.split(separator: " ").map(String.init),
      in: "/", environment: ["QIX_HOME": home])
  }

  /// Lends a copy of the program that everybody may run.
  private static func withCopy(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("qix-copy-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let built = URL(fileURLWithPath: try BuiltProgram.path.get()).resolvingSymlinksInPath().path
    try FileManager.default.copyItem(atPath: built, toPath: "\(folder)/qix")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(folder)/qix")
    try body("\(folder)/qix")
  }

  @Test(.needs(.root)) func somebodyElseIsRefused() throws {
    try BuiltProgram.initialised { qix, home in
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: home)
      try Self.withCopy { program in
        for line in ["user list", "user create", "db status", "doctor", "init", "token list"] {
          let outcome = try Self.asNobody(line, home: home, program: program)
          #expect(outcome.exitCode == 4 && outcome.output.isEmpty, "\(line): \(outcome.errors)")
          #expect(outcome.errors.contains("--as TOKEN-FILE"), "\(outcome.errors)")
        }
        // What needs no home needs nobody.
        #expect(try Self.asNobody("version", home: home, program: program).exitCode == 0)
        // A home that can't even be looked at is nobody's who asks.
        let hidden = "\(home)/hidden"
        try qix.done("init --home \(hidden)/home")
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: hidden)
        #expect(try Self.asNobody("user list", home: "\(hidden)/home", program: program).exitCode == 4)
      }
    }
  }

  @Test(.needs(.root)) func rootIsNotTheOwnerOfEveryHome() throws {
    try BuiltProgram.initialised { qix, home in
      try qix.done("token create desk --role support --output \(home)/desk.token")
      for file in [""] + (try FileManager.default.contentsOfDirectory(atPath: home)) where file != "desk.token" {
        try #require(chown("\(home)/\(file)", Self.nobody, Self.nobody) == 0)
      }
      let refused = try qix("user list")
      #expect(refused.exitCode == 4 && refused.output.isEmpty && refused.errors.contains("65534"))
      // By a token root may, and the owner can go on afterwards.
      #expect(try qix("--as \(home)/desk.token user list").exitCode == 0)
      #expect(try qix("--as \(home)/desk.token user create").exitCode == 4)
      try Self.withCopy { program in
        let owner = try Self.asNobody("user create", home: home, program: program)
        #expect(owner.exitCode == 0, "\(owner.errors)")
      }
    }
  }

  /// `--as`, QIX_AS and the config file's `as` in the program as it is built.
  @Test func aTokenTakesTheOwnersRightsAway() throws {
    try BuiltProgram.initialised { qix, home in
      try qix.done("token create eye --role auditor --output \(home)/eye.token")
      #expect(try qix("--as \(home)/eye.token audit show").exitCode == 0)
      #expect(try qix("--as \(home)/eye.token user create").exitCode == 4)
      var other = qix
      other.environment["QIX_AS"] = "\(home)/eye.token"
      #expect(try other("user create").exitCode == 4)
      #expect(try other("user create --as \(home)/none").exitCode == 4)
      other = qix
      other.environment["XDG_CONFIG_HOME"] = home
      try FileManager.default.createDirectory(atPath: "\(home)/qix", withIntermediateDirectories: true)
      try "as = \(home)/eye.token\n".write(toFile: "\(home)/qix/config", atomically: true, encoding: .utf8)
      #expect(try other("user create").exitCode == 4)
      #expect(try qix("user create").exitCode == 0)
    }
  }
}
