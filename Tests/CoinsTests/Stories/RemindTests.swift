import Foundation
import QixCommands
import QixFormats
import QixKernel
import QixTerminal
import QixTesting
import Testing

/// Users are told once that coins of theirs expire.
@Suite struct RemindTests {
  /// ada by phone, bob by email, cleo has proved nothing, dora is suspended.
  private static func with(_ body: (TestHome, Outbox) throws -> Void) throws {
    try TestHome.initialised(vault: true) { home in
      home.clock.set(try #require(Timestamp("2027-06-01T10:00:00Z")))
      let outbox = Outbox(home)
      try outbox.useFile()
      for name in ["ada", "bob", "cleo", "dora"] { try home.done("user create --external-id \(name)") }
      try prove("phone", "+393391234567", of: "ada", home, outbox)
      try prove("phone", "+393391234568", of: "dora", home, outbox)
      try prove("email", "bob@example.com", of: "bob", home, outbox)
      for line in [
        "coins issue --to ada --amount 30 --expires 2027-06-10",
        "coins issue --to ada --amount 12 --expires 2027-06-12",
        "coins issue --to ada --amount 500 --expires 2027-08-31", "coins issue --to ada --amount 7",
        "coins issue --to bob --amount 40 --expires 2027-06-12",
        "coins issue --to cleo --amount 50 --expires 2027-06-12",
        "coins issue --to dora --amount 60 --expires 2027-06-12", "user suspend dora --reason farm",
        "coins hold --from bob --amount 15",
      ] {
        try home.done(line)
      }
      try FileManager.default.removeItem(atPath: outbox.file)
      try body(home, outbox)
    }
  }

  private static func prove(
    _ field: String, _ value: String, of user: String, _ home: TestHome, _ outbox: Outbox
  ) throws {
    let outcome = try home.qix("user set \(user) --\(field) -", input: value + "\n")
    try #require(outcome.exitCode == 0, "\(outcome.errors)")
    let request = try home.qix("auth otp request --\(field) - --user \(user) --quiet", input: value + "\n")
    try #require(request.exitCode == 0, "\(request.errors)")
    let verified = try home.qix(
      "auth otp verify \(request.output.trimmed) --code-file -", input: try outbox.lastCode() + "\n")
    try #require(verified.exitCode == 0, "\(verified.errors)")
  }

  private static func figures(_ home: TestHome, _ line: String) throws -> [Int64?] {
    let json = try JSONValue(parsing: home.done("coins remind \(line) --json"))
    return ["users", "coins", "unreachable", "inactive"].map { json[$0]?.integer }
  }

  @Test func eachIsToldOnce() throws {
    try Self.with { home, outbox in
      let before = try home.contents()
      #expect(try Self.figures(home, "--within 14d --dry-run") == [2, 67, 1, 1], "what is held isn't counted")
      #expect(try outbox.sent().isEmpty)
      #expect(try home.contents() == before)
      #expect(try Self.figures(home, "--within 14d") == [2, 67, 1, 1])
      let sent = try outbox.sent()
      #expect(Set(sent.compactMap { $0["to"] }) == ["+393391234567", "bob@example.com"])
      let ada = try #require(sent.first { $0["channel"] == "phone" })
      #expect(ada["text"] == "42 of your coins expire soon, the first on 2027-06-10.")
      #expect(ada["purpose"] == "coins-expire")
      // Again, and on the next day: nothing.
      for _ in 0..<2 {
        #expect(try Self.figures(home, "--within 14d") == [0, 0, 1, 1])
        home.clock.advance(byMicroseconds: Timestamp.day)
      }
      #expect(try outbox.sent().count == 2)
      // Another moment is another message.
      #expect(try Self.figures(home, "--within P100D") == [1, 500, 1, 1])
      #expect(try outbox.sent().count == 3)
      let log = try home.done("audit show --json")
      #expect(log.contains("coins.remind") && !log.contains("+39339"))
      let line = try JSONValue(parsing: home.done("user timeline ada --kind message --json"))["entries"]?.array
      #expect(line?.count == 2 && line?.first?["told"]?.string?.contains("Reminded") == true, "\(line ?? [])")
    }
  }

  /// The message goes out after it is written down: who fails in between leaves nobody told twice.
  @Test func aSenderThatFailsEndsTheRunAndNobodyIsToldTwice() throws {
    try Self.with { home, outbox in
      try outbox.useCommand("cat >> '\(outbox.file)'; exit 1")
      let failed = try home.qix("coins remind --within 14d")
      #expect(failed.exitCode == 1 && failed.errors.contains("exit code 1"), "\(failed.errors)")
      #expect(try outbox.sent().count == 1, "whether it arrived nobody knows")
      #expect(try home.done("audit show --json").contains("coins.remind-failed"))
      try outbox.useFile()
      #expect(try Self.figures(home, "--within 14d")[0] == 1, "the other one")
      let next = try JSONValue(parsing: home.done("coins remind --within 14d --json"))
      #expect(next["users"]?.integer == 0 && next["failed_before"]?.integer == 1, "\(next)")
      #expect(Set(try outbox.sent().compactMap { $0["to"] }).count == 2)
      #expect(try outbox.sent().count == 2)
      // The desk sees who was told, and who perhaps was not.
      let told = try ["ada", "bob"].map { user in
        try JSONValue(parsing: home.done("wallet show \(user) --json"))["reminders"]?.array?.map {
          $0["failed"] == true
        }
      }
      let failures = told.map { $0?.first }
      #expect(failures.contains(true) && failures.contains(false), "\(told)")
    }
  }

  /// Where two become one, what either was told of is not told again.
  @Test func mergedUsersAreNotToldAgain() throws {
    try Self.with { home, outbox in
      try home.done("user create --external-id ada-web")
      try home.done("coins issue --to ada-web --amount 5 --expires 2027-06-13")
      try home.done("coins remind --within 14d")
      let consent = try home.done("auth otp request --consent phone --user ada --quiet").trimmed
      let code = try outbox.lastCode()
      #expect(try home.qix("auth otp verify \(consent) --code-file -", input: code + "\n").exitCode == 0)
      try home.done("user merge ada-web --into ada --consent \(consent)")
      let count = try outbox.sent().count
      // ada-web could not be reached; ada can, and is told of what came with it, alone.
      #expect(try Self.figures(home, "--within 14d") == [1, 5, 1, 1])
      #expect(try Self.figures(home, "--within 14d") == [0, 0, 1, 1])
      #expect(try outbox.sent().count == count + 1)
      let export = try home.done("user export ada --reveal --reason request --json")
      #expect(export.contains("\"reminders\""))
      let ada = try home.done("user show ada --quiet").trimmed
      try home.done("user erase ada --confirm \(ada)")
      #expect(try home.count("coins_reminders") == 1, "bob's")
    }
  }

  @Test func withoutASenderNothingIsSaidToBeDone() throws {
    try TestHome.initialised { home in
      home.clock.set(try #require(Timestamp("2027-06-01T10:00:00Z")))
      // Where there is nobody to tell it takes none: a crontab may have the line from the first day.
      #expect(try Self.figures(home, "--within 14d") == [0, 0, 0, 0])
      try home.done("user create --external-id ada")
      try home.done("coins issue --to ada --amount 30 --expires 2027-06-10")
      let refused = try home.qix("coins remind --within 14d")
      #expect(refused.exitCode == 1 && refused.errors.contains("no sender is set up"))
      #expect(try home.qix("coins remind").exitCode == 2)
      #expect(try home.qix("coins remind --within 9999999d").exitCode == 2)
    }
  }
}

extension String {
  /// Without the end of the line.
  fileprivate var trimmed: String { String(prefix { $0 != "\n" }) }
}
