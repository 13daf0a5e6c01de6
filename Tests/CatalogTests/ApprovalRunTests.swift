import Foundation
import QixCommands
import QixFormats
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

/// A request keeps its command, sealed: once somebody has approved it, its requester finishes it with one call, and
/// nobody does anything else with it.
@Suite struct ApprovalRunTests {
  private typealias Desk = SupportDeskTests.Desk
  private static let key = "case-815-secret-key"

  /// A request by sue to take 40 of ada's 100 coins back.
  private func with(vault: Bool = true, _ body: (Desk, _ line: String, _ request: String) throws -> Void) throws {
    try Desk.with(vault: vault) { (desk) throws in
      let grant = String(try desk.home.done("wallet history ada --quiet").prefix { $0 != "\n" })
      let line = "coins reverse \(grant) --amount 40 --reason case-1 --idempotency-key \(Self.key)"
      try body(desk, line, try desk.asked("sue", line))
    }
  }

  private func run(_ desk: Desk, _ who: String, _ request: String) throws -> TestTerminal.Outcome {
    try desk.qix(who, "coins approval run \(request) --json")
  }

  private func boxes(_ desk: Desk) throws -> Int { Int(try desk.home.count("coins_approval_boxes")) }

  @Test func theRequesterFinishesWithOneCall() throws {
    try with { (desk, line, request) throws in
      #expect(try boxes(desk) == 1)
      let waits = try run(desk, "sue", request)
      #expect(waits.exitCode == 4 && waits.code == "coins.approval-waits", "\(waits)")
      #expect(try desk.qix("olga", "coins approve \(request)").exitCode == 0)
      let done = try run(desk, "sue", request)
      #expect(done.exitCode == 0, "\(done)")
      let answer = try JSONValue(parsing: done.output)
      #expect(answer["state"]?.string == "used" && answer["answer"]?["amount"]?.integer == 40, "\(done)")
      #expect(try desk.balance("ada") == "60")
      // The second run gives the first answer, and so does the command itself.
      let again = try run(desk, "sue", request)
      #expect(try again.exitCode == 0 && JSONValue(parsing: again.output)["answer"] == answer["answer"], "\(again)")
      #expect(try desk.qix("sue", line).exitCode == 0)
      #expect(try desk.balance("ada") == "60" && desk.home.count("coins_approvals") == 1)
      // Under the requester's name.
      let log = try desk.home.done("audit show --action coins.reverse --tsv")
      #expect(log.contains("token:sue") && log.contains("case-1"))
      try desk.home.done("coins verify")
      try desk.home.done("db check")
    }
  }

  @Test func nobodyElseRunsIt() throws {
    try with { (desk, _, request) throws in
      #expect(try desk.qix("sue", "coins approve \(request)").exitCode == 4)
      #expect(try desk.qix("olga", "coins approve \(request)").exitCode == 0)
      // Another agent doesn't see it; an operator sees it and may not.
      let other = try run(desk, "sam", request)
      #expect(other.exitCode == 3 && other.code == "coins.approval-not-found", "\(other)")
      let approver = try run(desk, "olga", request)
      #expect(approver.exitCode == 4 && approver.code == "coins.approval-not-requester", "\(approver)")
      #expect(try desk.qix("till", "coins approval run \(request)").exitCode == 4)
      #expect(try desk.balance("ada") == "100" && boxes(desk) == 1)
    }
  }

  @Test func whatIsShownIsWhatIsDone() throws {
    try with { (desk, line, request) throws in
      func shown(_ request: String) throws -> String? {
        let list = try JSONValue(parsing: desk.qix("olga", "coins approvals --json").output)["approvals"]?.array
        return list?.first { $0["approval"]?.string == request }?["line"]?.string
      }
      #expect(try shown(request) == "qix \(line)")
      // The same with another key is the same request, whose values stay as they were.
      #expect(try desk.asked("sue", line.replacingOccurrences(of: Self.key, with: "other-key")) == request)
      #expect(try shown(request) == "qix \(line)")
      // Another amount is another request.
      let more = try desk.asked("sue", line.replacingOccurrences(of: "--amount 40", with: "--amount 99"))
      #expect(more != request)
      #expect(try desk.qix("olga", "coins approve \(request)").exitCode == 0)
      #expect(try run(desk, "sue", more).exitCode == 4)
      #expect(try run(desk, "sue", request).exitCode == 0)
      #expect(try desk.balance("ada") == "60")
    }
  }

  /// Neither by the database's own means can values of one request be put into another.
  @Test func valuesDoNotChange() throws {
    try with { (desk, line, request) throws in
      let more = try desk.asked("sue", line.replacingOccurrences(of: "--amount 40", with: "--amount 99"))
      let swap = "UPDATE coins_approval_boxes SET box = (SELECT max(box) FROM coins_approval_boxes)"
      #expect(throws: (any Error).self) {
        try desk.home.unchecked.write(.init("test")) { connection, _ in try connection.execute(script: swap) }
      }
      try desk.home.unchecked.write(.init("test")) { connection, _ in
        try connection.execute(script: "DROP TRIGGER coins_approvals_keep_one_thing; \(swap);")
      }
      for request in [request, more] { #expect(try desk.qix("olga", "coins approve \(request)").exitCode != 2) }
      // One of the two boxes isn't in its place.
      let codes = try [request, more].map { try run(desk, "sue", $0).exitCode }
      #expect(codes.contains(7), "\(codes)")
    }
  }

  @Test func valuesAreSealedAndGoWhenItIsOver() throws {
    try with { (desk, line, request) throws in
      #expect(try !desk.home.contents().contains { $0.contains(Self.key) })
      #expect(try desk.qix("sue", "coins decline \(request)").exitCode == 0)
      #expect(try boxes(desk) == 0)
      // Used by the command itself: nothing is left to run.
      let second = try desk.asked("sue", line)
      #expect(try desk.qix("olga", "coins approve \(second)").exitCode == 0)
      #expect(try desk.qix("sue", line).exitCode == 0)
      #expect(try boxes(desk) == 0)
      let over = try run(desk, "sue", second)
      #expect(over.exitCode == 5 && over.code == "coins.approval-over", "\(over)")
    }
  }

  @Test func valuesGoWithTimeAndWithTheUser() throws {
    try with { (desk, _, request) throws in
      desk.home.clock.advance(byMicroseconds: 400 * 3_600_000_000)
      let over = try run(desk, "sue", request)
      #expect(over.exitCode == 5, "\(over)")
      try desk.home.done("coins expire")
      #expect(try boxes(desk) == 0)
    }
    try with { (desk, _, _) throws in
      let user = String(try desk.home.done("user find ada --quiet").prefix { $0 != "\n" })
      let line = "user suspend ada --reason farm"
      #expect(try desk.qix("sue", line).exitCode == 0)
      _ = try desk.asked("sue", "user resume ada --reason none")
      #expect(try boxes(desk) == 2)
      try desk.home.done("user erase \(user) --confirm \(user)")
      // What is about the user alone is gone.
      #expect(try boxes(desk) <= 1)
    }
  }

  @Test func withoutTheVaultNothingIsKeptAndTheCommandGoesThrough() throws {
    try with(vault: false) { (desk, line, request) throws in
      #expect(try boxes(desk) == 0)
      #expect(try desk.qix("olga", "coins approve \(request)").exitCode == 0)
      let refused = try run(desk, "sue", request)
      #expect(refused.exitCode == 6 && refused.code == "coins.approval-not-kept", "\(refused)")
      #expect(try desk.qix("sue", line).exitCode == 0)
      #expect(try desk.balance("ada") == "60")
    }
  }

  @Test func personalValuesAreMaskedAndStandardInputIsNotKept() throws {
    try Desk.with(vault: true) { (desk) throws in
      try desk.home.done("user set ada --phone +393391234567")
      try desk.home.unchecked.write(.init("test")) { connection, _ in
        try connection.run(
          "INSERT INTO identity_proofs (user, proof, proved_at) SELECT user, 'phone', 1 FROM identity_fields")
      }
      try Outbox(desk.home).useFile()
      let typed = try desk.asked("olga", "user set ada --phone +393397654321 --reason lost")
      let shown = try desk.home.done("coins approvals --json")
      #expect(shown.contains("--phone …") && !shown.contains("7654321"), "\(shown)")
      #expect(try boxes(desk) == 1)
      // A user who is named by a number.
      try desk.home.done("user create --external-id +393396666666")
      try desk.home.done("user suspend +393396666666 --reason farm")
      _ = try desk.asked("sue", "user resume +393396666666 --reason none")
      let named = try desk.home.done("coins approvals --json")
      #expect(named.contains("user resume +39 … 6666") && !named.contains("6666666"), "\(named)")
      let piped = try desk.qix(
        "olga", "user set ada --phone - --reason again --json", input: "+393397777777\n")
      #expect(piped.exitCode == 4, "\(piped)")
      #expect(try boxes(desk) == 2)
      try desk.home.done("coins approve \(typed)")
      #expect(try run(desk, "olga", typed).exitCode == 0)
    }
  }

  @Test func anApproverSeesWhatItWouldDo() throws {
    try with { (desk, line, request) throws in
      func preview() throws -> JSONValue {
        let outcome = try desk.qix("olga", "coins approval preview \(request) --json")
        #expect(outcome.exitCode == 0, "\(outcome)")
        return try JSONValue(parsing: outcome.output)
      }
      let seen = try preview()
      #expect(seen["possible"]?.bool == true && seen["line"]?.string == "qix \(line)", "\(seen)")
      #expect(seen["answer"]?["dry_run"]?.bool == true && seen["answer"]?["amount"]?.integer == 40, "\(seen)")
      #expect(try desk.balance("ada") == "100")
      // The coins are spent: it can't go through any more.
      try desk.home.done("coins redeem --from ada --amount 90 --reason gone")
      let late = try preview()
      #expect(late["possible"]?.bool == false && late["why_not"]?.string?.isEmpty == false, "\(late)")
      #expect(try desk.qix("sue", "coins approval preview \(request)").exitCode == 4)
    }
  }

  @Test func theKeepingIsAnEvent() throws {
    try with { (desk, line, _) throws in
      // Events are kept from the first look on.
      try desk.home.done("event list")
      let request = try desk.asked(
        "sue", line.replacing(Self.key, with: "another-key").replacing("--amount 40", with: "--amount 20"))
      let events = try desk.home.done("event list --json")
      #expect(events.contains("approval.kept") && events.contains(request))
    }
  }
}
