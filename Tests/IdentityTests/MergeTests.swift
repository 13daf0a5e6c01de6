import IdentityContract
import QixCommands
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Identity

@Suite struct MergeTests {
  @Test func theSurvivorsOwnStaysAndGapsAreFilled() throws {
    try TestHome.initialised { home in
      let desk = try Desk(home)
      let phone = try desk.signed("+393331234567")
      let app = try desk.create("app-1")
      try desk.set(app, [.email: "ada@example.com", .givenName: "Ada"])
      try desk.set(phone, [.email: "old@example.com", .familyName: "Lovelace"])
      let account = LinkedAccount(issuer: "https://accounts.google.com", subject: "1")
      try desk.write { try desk.profiles.link(account, to: phone, in: $0) }
      let name = try desk.database.read { try desk.names.name(of: phone, in: $0) }

      let result = try desk.merge(phone, into: app)
      #expect(result.survivor.id == app && !result.wasDone)
      #expect(result.moved.first { $0.name == "identity.fields" }?.count == 3)
      for (field, value) in [
        ProfileField.email: "ada@example.com", .givenName: "Ada", .familyName: "Lovelace", .phone: "+393331234567",
      ] {
        #expect(try desk.value(field, of: app) == value)
        #expect(try desk.value(field, of: phone) == value, "through the alias")
      }
      try desk.database.read { connection throws in
        #expect(try desk.profiles.user(with: .phone, "+393331234567", in: connection) == app)
        #expect(try desk.profiles.user(with: .email, "old@example.com", in: connection) == nil)
        #expect(try desk.profiles.user(linkedTo: account, in: connection) == app)
        #expect(try desk.names.name(of: app, in: connection) == name)
        #expect(try Holdings(of: app, in: connection).proofs == [.phone, .account])
        #expect(try !connection.hasPersonalData(phone))
      }
      // The survivor was a trial user and now has what signed mode takes.
      #expect(try desk.mode(of: app) == .signed)
      try desk.database.read { connection throws in
        for id in [app, phone] {
          let bearer = try Modes().bearer(of: id, in: connection)
          #expect(bearer?.user == app && bearer?.mode == .signed)
        }
        #expect(try Modes().bearer(of: UserID(high: 0x7000, low: 1), in: connection) == nil)
      }
    }
  }

  @Test func aRepeatAnswersTheSameAndChangesNothing() throws {
    try TestHome.initialised { home in
      for line in ["user create --external-id a", "user create --external-id b", "coins issue --to a --amount 50"] {
        #expect(try home.qix(line).exitCode == 0)
      }
      let first = try home.qix("user merge a --into b --json")
      #expect(first.exitCode == 0 && first.output.contains(#""count": 50"#), "\(first)")
      let before = try home.contents()
      #expect(try home.qix("user merge a --into b --json").output == first.output)
      #expect(try home.contents() == before)
      #expect(try home.qix("wallet show a --json").output == home.qix("wallet show b --json").output)
      #expect(try home.qix("coins verify").exitCode == 0)
      // What is given to the old name reaches the survivor.
      #expect(try home.qix("coins issue --to a --amount 7").exitCode == 0)
      #expect(try home.qix("wallet show b --json").output.contains("57"))
    }
  }

  /// Whoever looks at what one of the two was given is told whose it is now, and reads words and no labels.
  @Test func itIsToldWhoseAWalletIsNow() throws {
    try TestHome.initialised { home in
      for name in ["a", "b"] { try home.done("user create --external-id \(name)") }
      try home.done("coins issue --to a --amount 50 --idempotency-key order-1")
      let (before, b) = (
        try home.done("coins show order-1 --json"), try home.done("user show b --quiet").filter { $0 != "\n" }
      )
      #expect(!before.contains("to_now"))
      let moved = try home.done("user merge a --into b")
      #expect(moved.contains("open holds") && !moved.contains("open_holds"), "\(moved)")
      #expect(try home.done("coins show order-1 --json").contains("\"to_now\": \"\(b)\""))
      #expect(try home.done("coins show order-1").contains("to, now of  \(b)"))
      try home.done("token create till --role integrator --output \(home.path)/till --quiet")
      let transfer = try home.done("coins show order-1 --quiet").filter { $0 != "\n" }
      #expect(try !home.done("--as \(home.path)/till coins show \(transfer) --json").contains(b))
    }
  }

  @Test func aDryRunShowsAndChangesNothing() throws {
    try TestHome.initialised { home in
      for line in ["user create --external-id a", "user create --external-id b", "coins issue --to a --amount 50"] {
        #expect(try home.qix(line).exitCode == 0)
      }
      let before = try home.contents()
      let dry = try home.qix("user merge a --into b --dry-run --tsv")
      #expect(dry.exitCode == 0 && dry.output.contains("coins\t50\n"), "\(dry)")
      #expect(try home.contents() == before)
    }
  }

  @Test func whatCanNotBeMerged() throws {
    try TestHome.initialised { home in
      for id in ["a", "b", "c", "d", "e", "f"] { _ = try home.qix("user create --external-id \(id)") }
      func code(_ from: String, _ to: String) throws -> Int32 {
        let outcome = try home.qix("user merge \(from) --into \(to) --json")
        #expect(outcome.exitCode == 0 || outcome.errors.contains(#"{"error""#))
        return outcome.exitCode
      }
      #expect(try code("a", "a") == 2)
      #expect(try code("a", "nobody") == 3)
      #expect(try code("nobody", "a") == 3)
      #expect(try code("a", "b") == 0)
      #expect(try code("b", "a") == 2, "a circle: a is b")
      #expect(try code("a", "c") == 5, "a went to b")
      #expect(try code("b", "c") == 0)
      #expect(try code("a", "c") == 0, "a is c through b: a repeat")
      #expect(try code("a", "b") == 0)
      #expect(try code("c", "a") == 2)
      _ = try home.qix("user suspend d")
      #expect(try code("d", "c") == 6)
      #expect(try code("c", "d") == 6)
      let erased = try home.qix("user show e --quiet").output.firstLine
      #expect(try home.qix("user erase e --confirm e").exitCode == 0)
      #expect(try code(erased, "c") == 6)
      #expect(try code("f", erased) == 6)
      #expect(try home.qix("db check").exitCode == 0)
    }
  }

  @Test func nothingIsMergedWhileAModuleIsOff() throws {
    try TestHome.initialised { home in
      let desk = try Desk(home)
      var context = desk.context
      let modules = desk.context.registry.modules.filter { ["vault", "messages", "identity", "coins"].contains($0.id) }
      context.registry = try Registry(modules, disabled: ["coins"])
      #expect(throws: UserError.modulesOff(["coins"])) { try context.requireAllModules() }
    }
  }

  @Test func twoAtOnceEndInOneOfTheTwoOrders() throws {
    try TestHome.initialised { home in
      for line in ["user create --external-id a", "user create --external-id b", "coins issue --to a --amount 5"] {
        _ = try home.qix(line)
      }
      let codes = try inParallel(2) { index in
        try home.qix(index == 0 ? "user merge a --into b" : "user merge b --into a").exitCode
      }
      #expect(codes.sorted() == [0, 2])
      #expect(try home.qix("coins verify").exitCode == 0 && home.qix("db check").exitCode == 0)
      #expect(try home.qix("wallet show a --json").output == home.qix("wallet show b --json").output)
    }
  }

  /// Random merges, gifts and look-ups against a model in which users are sets of ids.
  @Test func randomHistoriesAgreeWithAModel() throws {
    let seed = Seed(for: "merges")
    var random = SeededGenerator(seed)
    try TestHome.initialised { home in
      let desk = try Desk(home)
      let ids = try (0..<8).map { try desk.create("u\($0)") }
      var group = Array(0..<8)
      var coins = Array(repeating: Int64(0), count: 8)
      var names: [Int: Set<String>] = [:]
      for step in 0..<40 {
        let (one, other) = (Int.random(in: 0..<8, using: &random), Int.random(in: 0..<8, using: &random))
        switch Int.random(in: 0..<3, using: &random) {
        case 0:
          let isAlias = group[one] != one
          let expected = isAlias ? group[one] == group[other] : group[other] != one
          let outcome = Result { try desk.merge(ids[one], into: ids[other]) }
          #expect(((try? outcome.get()) != nil) == expected, "\(seed), step \(step): \(one) into \(other)")
          if expected, !isAlias {
            let survivor = group[other]
            coins[survivor] += coins[one]
            coins[one] = 0
            names[survivor, default: []].formUnion(names[one] ?? [])
            names[one] = nil
            for index in group.indices where group[index] == one { group[index] = survivor }
          }
        case 1:
          #expect(try home.qix("coins issue --to u\(one) --amount \(step + 1)").exitCode == 0)
          coins[group[one]] += Int64(step + 1)
        default:
          try desk.write { connection throws in
            let account = LinkedAccount(issuer: "https://issuer.example", subject: "\(step)")
            try desk.profiles.link(account, to: ids[one], in: connection)
          }
          names[group[one], default: []].insert("\(step)")
        }
      }
      for index in 0..<8 {
        try desk.database.read { connection throws in
          #expect(try desk.context.userDirectory.find("u\(index)", in: connection) == ids[group[index]], "\(seed)")
          let accounts = try desk.profiles.accounts(of: ids[index], in: connection).map(\.subject)
          #expect(Set(accounts) == names[group[index]] ?? [], "\(seed)")
          #expect(accounts.count == Set(accounts).count)
        }
        let wallet = try home.qix("wallet show u\(index) --json").output
        #expect(wallet.contains("\"balance\": \(coins[group[index]]),"), "\(seed), u\(index): \(wallet)")
      }
      #expect(try home.qix("coins verify").exitCode == 0, "\(seed)")
      #expect(try home.qix("db check").exitCode == 0, "\(seed)")
    }
  }
}
