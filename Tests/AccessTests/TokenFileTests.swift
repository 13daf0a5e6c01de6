import Foundation
import QixCommands
import QixKernel
import QixTerminal
import QixTesting
import Testing

@testable import Access

/// What `--as` takes for a token, and what it says of everything else.
@Suite struct TokenFileTests {
  @Test func aTokenDecidesWhoActs() throws {
    try Desk.with { desk in
      let till = try desk.token("till", "--role integrator")
      #expect(try desk.run("coins issue --to ada --amount 5", as: till).exitCode == 0)
      #expect(try desk.run("audit show --actor token:till --tsv --limit 5").output.contains("coins.issue"))
      // The home's owner runs it, and yet it is the token's role that counts.
      #expect(try desk.code("audit show", as: till) == "access.role")
      for environment in [["QIX_AS": till], ["QIX_AS": ""]] {
        let outcome = try desk.run("audit show", environment: environment)
        #expect(outcome.exitCode == (environment["QIX_AS"] == "" ? 0 : 4))
      }
    }
  }

  /// Whatever is wrong with the token: never the owner's rights in its place.
  @Test func aBadFileIsNamedAndNeverMeansTheOwner() throws {
    try Desk.with { desk in
      let good = try desk.token("good", "--role admin")
      let text = try desk.secret("good")
      let folder = "\(desk.home.path)/folder"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
      try #require(mkfifo("\(desk.home.path)/pipe", 0o600) == 0)
      let cases = [
        ("\(desk.home.path)/none", "access.token-file"), (folder, "access.token-file"),
        ("/dev/null", "access.token-file"), ("/dev/zero", "access.token-file"),
        ("\(desk.home.path)/pipe", "access.token-file"),
        (try desk.write("", to: "empty"), "access.token-file"),
        (try desk.write(String(repeating: "a", count: 513), to: "long"), "access.token-file"),
        (try desk.write(text + String(repeating: "\n", count: 1_000_000), to: "huge"), "access.token-file"),
        (try desk.write("hunter2\n", to: "garbage"), "access.not-a-token"),
        (try desk.write("\(text)\n\(text)\n", to: "two"), "access.not-a-token"),
        (try desk.write("\u{0}", to: "nul"), "access.not-a-token"),
        (try desk.write(String(text.dropLast()), to: "cut"), "access.token-mistyped"),
        (try desk.write(text.replacing("_admin_", with: "_support_"), to: "role"), "access.token-mistyped"),
        (try desk.write(text, to: "group", mode: 0o640), "access.token-exposed"),
        (try desk.write(text, to: "others", mode: 0o604), "access.token-exposed"),
        (try desk.write(text, to: "writable", mode: 0o622), "access.token-exposed"),
      ]
      for (path, code) in cases {
        #expect(try desk.code("user list", as: path) == code, "\(path)")
        let outcome = try desk.run("user list", as: path)
        #expect(outcome.exitCode == 4 && outcome.output.isEmpty)
        #expect(!outcome.errors.contains(text.suffix(20)) && !outcome.errors.contains("hunter2"))
        #expect(Self.saysWhoRunsWhat(outcome.errors), "\(outcome.errors)")
      }
      #expect(try desk.run("user list", as: good).exitCode == 0)
    }
  }

  /// Whoever owns the file can exchange the token in it, and have others act as whom they like.
  @Test(.needs(.root))
  func aFileOfAnotherUserIsRefused() throws {
    try Desk.with { desk in
      let good = try desk.token("good", "--role admin")
      try #require(chown(good, 4_711, 4_711) == 0)
      #expect(try desk.code("user list", as: good) == "access.token-file")
      try #require(chown(good, 0, 4_711) == 0)
      #expect(try desk.run("user list", as: good).exitCode == 0)
    }
  }

  /// As when somebody writes --as "$(cat till.token)".
  @Test func aTokenInPlaceOfAPathIsNotRepeated() throws {
    try Desk.with { desk in
      try desk.token("till", "--role support")
      let text = try desk.secret("till")
      for given in [text, " \(text)", "\(text)\n", String(text.prefix(70))] {
        for form in [[], ["--json"]] {
          let flag = try desk.home.qix(["--as", given, "user", "list"] + form)
          let variable = try desk.home.qix(["user", "list"] + form, environment: ["QIX_AS": given])
          for outcome in [flag, variable] {
            #expect(outcome.exitCode == 4 && outcome.output.isEmpty)
            #expect(!outcome.errors.contains(text.prefix(30)) && outcome.errors.contains("path"))
            #expect(Self.saysWhoRunsWhat(outcome.errors), "\(outcome.errors)")
          }
        }
      }
      #expect(try desk.code("user list", as: text) == "access.token-as-path")
      // A file that is only called so is one all the same.
      let named = try desk.write(text, to: "qix_support_till")
      #expect(try desk.run("user list", as: named).exitCode == 0)
    }
  }

  /// Wherever else a token is given by mistake.
  @Test(arguments: ["token show", "token rotate --output new", "token revoke", "user show", "user find", "role show"])
  func aTokenInPlaceOfANameIsNotRepeated(_ command: String) throws {
    try Desk.with { desk in
      try desk.token("till", "--role support")
      let text = try desk.secret("till")
      for form in ["", " --json"] {
        let outcome = try desk.run("\(command) \(text)\(form)")
        #expect(outcome.exitCode != 0 && !outcome.errors.contains(text.prefix(30)), "\(command)")
      }
    }
  }

  /// A link is no fault of its own: what it leads to is judged.
  @Test func aLinkIsFollowed() throws {
    try Desk.with { desk in
      let good = try desk.token("good", "--role support")
      let link = "\(desk.home.path)/link"
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: good)
      #expect(try desk.run("user list", as: link).exitCode == 0)
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: good)
      #expect(try desk.code("user list", as: link) == "access.token-exposed")
    }
  }

  @Test func aTokenOfAnotherHomeIsUnknown() throws {
    try Desk.with { desk in
      let good = try desk.token("good", "--role admin")
      try Desk.with { other in
        // Homes of tests draw the same numbers; this one is some ahead.
        _ = other.home.random.integer()
        #expect(try other.code("user list", as: good) == "access.token-unknown")
        // A token that is well formed, with an id that is there and another secret.
        try other.token("good", "--role admin")
        #expect(try other.code("user list", as: good) == "access.token-unknown")
      }
    }
  }

  @Test func withoutTheModuleNobodyIsLetInByAToken() throws {
    try Desk.with { desk in
      let good = try desk.token("good", "--role admin")
      let program = try Desk.program(desk.home, disabled: ["access", "staff"])
      let outcome = program(["--as", good, "user", "list"])
      #expect(outcome.exitCode == 4 && outcome.output.isEmpty)
      #expect(program(["user", "list"]).exitCode == 0)
    }
  }

  /// A database of before there were tokens, and none at all.
  @Test func whereThereAreNoTokensYetTheSchemaIsToBlame() throws {
    try Desk.with { desk in
      let good = try desk.token("good", "--role admin")
      try TestHome.with { old in
        let words = ["--as", good, "user", "list"]
        #expect(try old.qix(words).exitCode == 3)
        #expect(try Desk.program(old, disabled: ["access", "staff"])(["init"]).exitCode == 0)
        let outcome = try old.qix(words)
        #expect(outcome.exitCode == 7 && outcome.errors.contains("qix db migrate"), "\(outcome.errors)")
      }
    }
  }

  @Test func helpAndVersionNeedNoToken() throws {
    try Desk.with { desk throws in
      for line in ["help", "--version", "version", "user list --help", "completions bash", "man"] {
        #expect(try desk.run(line, as: "/none").exitCode == 0, "\(line)")
      }
    }
  }
}

extension TokenFileTests {
  /// Whether a hint that names a command says that an admin runs it.
  private static func saysWhoRunsWhat(_ hint: String) -> Bool {
    !hint.contains("`qix") || hint.lowercased().contains("an admin")
  }

  /// Until a token is known, nobody knows who asks: what only an admin may run is said to be theirs.
  @Test func hintsOfUnknownCallersSayWhoRunsWhat() {
    let errors: [AccessError] = [
      .file("t", problem: "p"), .unknown("t"),
      .revoked("t", Timestamp(microseconds: 0)), .expired("t", Timestamp(microseconds: 0)),
    ]
    for error in errors {
      let hint = error.hint ?? ""
      #expect(Self.saysWhoRunsWhat(hint.description), "\(error): \(hint)")
    }
  }
}
