import DrawsContract
import IdentityContract
import QixCommands
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Draws

/// The life of a raffle, and what people try with it.
@Suite struct RaffleTests {
  private static let beacon = "8d2f1c"

  /// A raffle with a beacon, and eight users who have entered with 1 to 8 tickets.
  static func entered(_ body: (Booth) throws -> Void) throws {
    try Booth.with { booth in
      #expect(
        try booth.qix(["raffle", "create", "spring", "--winners", "3", "--commit-beacon", "drand round 4711"]).exitCode
          == 0)
      let names = (1...8).map { "shop-\($0)" }
      try booth.users(names)
      let file = "user,tickets,key\n" + names.enumerated().map { "\($1),\($0 + 1),order-\($0)\n" }.joined()
      #expect(try booth.qix("raffle enter spring --file -", input: file).exitCode == 0)
      try body(booth)
    }
  }

  /// Entries can't be taken back, and a column that is passed over would give each of them one ticket.
  @Test func aMisspeltColumnOfTicketsIsRefused() throws {
    try Self.entered { booth in
      let outcome = try booth.qix("raffle enter spring --file -", input: "user,Ticket,key\nshop-1,5,t1\n")
      #expect(
        outcome.exitCode == 2 && outcome.errors.contains("no column tickets, and 'Ticket' is not a known column"),
        "\(outcome)")
      #expect(try booth.qix("raffle enter spring --file -", input: "user,note,key\nshop-1,5,t1\n").exitCode == 0)
    }
  }

  static func drawn(_ body: (Booth) throws -> Void) throws {
    try entered { booth in
      #expect(try booth.qix("raffle freeze spring").exitCode == 0)
      #expect(try booth.qix("raffle draw spring --beacon \(beacon)").exitCode == 0)
      try body(booth)
    }
  }

  static func raffle(_ booth: Booth) throws -> Raffle { try booth.read { try Raffle.find("spring", in: $0) } }
  static func list(_ booth: Booth) throws -> FrozenList {
    let id = try raffle(booth).id
    return try booth.read { try FrozenList.read(id, in: $0) }
  }

  @Test func fromCommitmentToWinners() throws {
    try Booth.with { booth in
      try booth.users(["shop-1", "shop-2", "shop-3", "shop-4"])
      let create = ["raffle", "create", "spring", "--winners", "2", "--commit-beacon", "drand round 4711"]
      #expect(try booth.qix(create + ["--dry-run"]).exitCode == 0)
      #expect(try booth.home.count("draws_raffles") == 0)
      try expectGolden(try booth.qix(create).all, "raffle-create.txt")
      let enter = "raffle enter spring --user shop-1 --tickets 3 --idempotency-key order-1"
      try expectGolden(try booth.qix(enter).all, "raffle-enter.txt")
      try expectGolden(try booth.qix("\(enter) --json").all, "raffle-enter-again-json.txt")
      let file = """
        {"user":"shop-2","key":"a"}
        {"user":"shop-3","tickets":40,"key":"b"}
        {"user":"shop-3","tickets":2,"key":"c"}

        """
      #expect(try booth.qix("raffle enter spring --file -", input: file).exitCode == 0)
      try expectGolden(try booth.qix("raffle show spring --user shop-3").all, "raffle-show-open.txt")
      #expect(try booth.qix("raffle freeze spring --dry-run").exitCode == 0)
      #expect(try Self.raffle(booth).freeze == nil)
      try expectGolden(try booth.qix("raffle freeze spring").all, "raffle-freeze.txt")
      let freeze = try #require(try Self.raffle(booth).freeze)
      #expect(try booth.qix("raffle freeze spring --quiet").output == "\(freeze.root)\n")
      let dry = try booth.qix("raffle draw spring --beacon \(Self.beacon) --dry-run")
      #expect(dry.exitCode == 0 && !dry.output.contains("ent_"))
      #expect(try Self.raffle(booth).result == nil)
      try expectGolden(try booth.qix("raffle draw spring --beacon \(Self.beacon)").all, "raffle-draw.txt")
      try expectGolden(try booth.qix("raffle show spring --json").all, "raffle-show-json.txt")
      try expectGolden(try booth.qix("raffle verify spring --json").all, "raffle-verify-json.txt")
      try expectGolden(try booth.qix("raffle list").all, "raffle-list.txt")
      let export = try booth.qix("raffle export spring")
      try expectGolden(export.all, "raffle-export.txt")
      #expect(!export.output.contains("usr_") && !export.output.contains("shop-"))
    }
  }

  @Test func aRaffleWithMoreWinnersThanEntrantsIsWonByAll() throws {
    try Booth.with { booth in
      try booth.users(["shop-1", "shop-2"])
      #expect(try booth.qix("raffle create all --winners 5").exitCode == 0)
      for name in ["shop-1", "shop-2"] { #expect(try booth.qix("raffle enter all --user \(name)").exitCode == 0) }
      #expect(try booth.qix("raffle freeze all").exitCode == 0)
      let drawn = try booth.qix("raffle draw all --quiet")
      #expect(Set(drawn.output.split(separator: "\n")).count == 2)
      #expect(try booth.qix("raffle verify all").exitCode == 0)
    }
  }

  @Test func nobodyEntersAfterTheFreeze() throws {
    try Self.entered { booth in
      #expect(try booth.qix("raffle freeze spring").exitCode == 0)
      let before = try booth.home.contents()
      let late = try booth.qix("raffle enter spring --user shop-1 --tickets 9 --idempotency-key late --json")
      #expect(late.exitCode == 5 && late.errors.contains("\"draws.raffle-frozen\""))
      // A repeat of what was entered in time is answered as before.
      #expect(try booth.qix("raffle enter spring --user shop-1 --tickets 1 --idempotency-key order-0").exitCode == 0)
      #expect(try booth.home.contents() == before)
      let id = try Self.raffle(booth).id.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      for sql in [
        "INSERT INTO draws_entries SELECT raffle, 'late', user, 9, 0 FROM draws_entries LIMIT 1",
        "INSERT INTO draws_entrants VALUES (x'\(id)', zeroblob(16), 9, NULL, NULL)",
        "UPDATE draws_entrants SET tickets = 100", "DELETE FROM draws_entrants", "UPDATE draws_entries SET tickets = 9",
        "UPDATE draws_raffles SET root = zeroblob(32)", "UPDATE draws_raffles SET winners = 8",
        "UPDATE draws_raffles SET beacon_name = 'mine'", "DELETE FROM draws_raffles",
      ] {
        #expect(throws: StorageError.self, "\(sql)") { try booth.write { try $0.run(sql) } }
      }
    }
  }

  @Test func itIsDrawnOnce() throws {
    try Self.drawn { booth in
      let before = try booth.home.contents()
      for line in ["raffle draw spring", "raffle draw spring --beacon \(Self.beacon)"] {
        #expect(try booth.qix(line).exitCode == 0)
      }
      let second = try booth.qix("raffle draw spring --beacon ffffff --json")
      #expect(second.exitCode == 5 && second.errors.contains("\"draws.raffle-drawn\""))
      #expect(try booth.home.contents() == before)
      for sql in [
        "UPDATE draws_raffles SET beacon = 'ffffff'", "UPDATE draws_entrants SET place = 9 WHERE place IS NULL",
      ] {
        #expect(throws: StorageError.self, "\(sql)") { try booth.write { try $0.run(sql) } }
      }
    }
  }

  @Test func whatDoesNotFitIsRefused() throws {
    try Self.entered { booth in
      #expect(try booth.qix("raffle create plain --winners 1").exitCode == 0)
      func refused(_ words: [String], _ exit: Int32, _ code: String, input: String = "") throws {
        let outcome = try booth.qix(words + ["--json"], input: input)
        #expect(outcome.exitCode == exit && outcome.errors.contains("\"\(code)\""), "\(words): \(outcome)")
      }
      func refused(_ line: String, _ exit: Int32, _ code: String, input: String = "") throws {
        try refused(line.split(separator: " ").map(String.init), exit, code, input: input)
      }
      let before = try booth.home.contents()
      try refused("raffle create Spring --winners 1", 2, "draws.raffle-name-malformed")
      try refused("raffle create spring --winners 4", 5, "draws.raffle-name-taken")
      try refused("raffle create big --winners 0", 2, "usage")
      try refused(
        ["raffle", "create", "odd", "--winners", "1", "--commit-beacon", "a\tb"], 2, "draws.beacon-malformed")
      try refused("raffle enter summer --user shop-1", 3, "draws.raffle-not-found")
      try refused("raffle enter spring --user nobody", 3, "identity.user-not-found")
      try refused("raffle enter spring --user shop-1 --tickets 0", 2, "usage")
      try refused("raffle enter spring --user shop-1 --tickets 5 --idempotency-key order-0", 5, "draws.key-conflict")
      try refused("raffle enter spring --user shop-2 --tickets 1 --idempotency-key order-0", 5, "draws.key-conflict")
      try refused("raffle enter spring --file - --tickets 2", 2, "usage")
      try refused("raffle enter spring", 2, "usage")
      try refused("raffle enter spring --file -", 2, "draws.column-missing", input: "user,tickets\nshop-1,1\n")
      for line in [
        ",1,k", "shop-1,1,", "shop-1,0,k", "shop-1,-1,k", "shop-1,1e3,k", "shop-1,٣,k", "shop-1,1000000001,k",
      ] {
        try refused("raffle enter spring --file -", 2, "usage.value", input: "user,tickets,key\nshop-2,1,z\n\(line)\n")
      }
      try refused("raffle enter spring --file -", 3, "identity.user-not-found", input: "user,key\nshop-1,y\nnobody,z\n")
      try refused("raffle draw spring --beacon 1", 5, "draws.raffle-not-frozen")
      try refused("raffle draw spring", 2, "draws.beacon-needed")
      try refused("raffle draw plain --beacon 1", 2, "draws.no-beacon-named")
      try refused("raffle freeze plain", 6, "draws.raffle-empty")
      try refused("raffle export spring", 5, "draws.raffle-not-frozen")
      #expect(try booth.home.contents() == before)
    }
  }

  @Test func whoIsSuspendedCantEnter() throws {
    try Self.entered { booth in
      #expect(try booth.qix("user suspend shop-1").exitCode == 0)
      let refused = try booth.qix("raffle enter spring --user shop-1 --json")
      #expect(refused.exitCode == 6 && refused.errors.contains("\"identity.suspended\""))
    }
  }

  /// Another module enters users by the service, in its own transaction.
  @Test func modulesEnterUsersToo() throws {
    try Self.entered { booth in
      let book = try booth.context.service(Draws.raffles)
      let directory = try booth.context.service(Users.directory)
      let isNew = try booth.write { connection in
        let user = try #require(try directory.find("shop-1", in: connection))
        let first = try book.enter("spring", user: user, tickets: 2, key: "reward:1", in: connection)
        return [first, try book.enter("spring", user: user, tickets: 2, key: "reward:1", in: connection)]
      }
      #expect(isNew == [true, false])
      Booth.refuses("draws.tickets", "not 0") {
        try booth.write { try book.enter("spring", user: UserID(high: 0, low: 0), tickets: 0, key: "k", in: $0) }
      }
      Booth.refuses("draws.key-malformed", "key") {
        try booth.write { try book.enter("spring", user: UserID(high: 0, low: 0), tickets: 1, key: "", in: $0) }
      }
    }
  }

  private static let triggers = [
    "draws_raffles_keep_their_word", "draws_raffles_are_frozen_once", "draws_raffles_are_drawn_once",
    "draws_entrants_stay_as_they_are", "draws_entrants_win_once", "draws_entrants_are_never_deleted",
    "draws_entries_stay_as_they_are",
  ]

  /// Whoever writes the database can change anything, and nothing without being found out.
  private static let changes = [
    "UPDATE draws_raffles SET commitment = zeroblob(32)", "UPDATE draws_raffles SET secret = zeroblob(32)",
    "UPDATE draws_raffles SET beacon = 'ffffff'", "UPDATE draws_raffles SET root = zeroblob(32)",
    "UPDATE draws_raffles SET winners = 2", "UPDATE draws_raffles SET tickets = tickets + 1",
    "UPDATE draws_entrants SET tickets = tickets + 1 WHERE place = 1",
    "DELETE FROM draws_entrants WHERE place IS NULL",
    "UPDATE draws_entrants SET place = 4 WHERE place = 1",
    "UPDATE draws_entrants SET user = (SELECT user FROM draws_entrants WHERE place = 2) WHERE place = 1",
    "UPDATE draws_entries SET tickets = 9 WHERE key = 'order-0'", "DELETE FROM draws_entries WHERE key = 'order-0'",
  ]

  @Test func whatIsChangedIsFound() throws {
    try Self.drawn { booth in
      for change in Self.changes {
        let faults = try booth.context.database.write(Change("test.tamper"), isDryRun: true) { connection, _ in
          for trigger in Self.triggers { try connection.execute(script: "DROP TRIGGER \(trigger)") }
          try connection.execute(script: change)
          return try RaffleVerification.run(Raffle.find("spring", in: connection), secrets: nil, in: connection).faults
        }
        #expect(faults.count > 0 && !faults.told.isEmpty, "\(change)")
      }
      #expect(try booth.qix("raffle verify spring").exitCode == 0)
      #expect(try booth.qix("db check").exitCode == 0)
      try booth.tamper(Self.triggers, Self.changes[2])
      let outcome = try booth.qix("raffle verify spring --json")
      #expect(outcome.exitCode == 7 && outcome.errors.contains("\"draws.unsound\""), "\(outcome)")
      #expect(try booth.qix("db check").exitCode != 0)
    }
  }

  /// Numbers that no program of ours writes are found, and stop nothing but the check.
  @Test(arguments: [
    "UPDATE draws_entrants SET tickets = -5 WHERE place = 1", "UPDATE draws_entrants SET tickets = 0",
    "UPDATE draws_entrants SET tickets = 9223372036854775807", "UPDATE draws_raffles SET winners = -1",
    "UPDATE draws_entrants SET place = -place", "UPDATE draws_raffles SET entrants = 0, tickets = -1",
  ])
  func numbersThatCantBeAreFound(_ change: String) throws {
    try Self.drawn { booth in
      try booth.tamper(Self.triggers, "PRAGMA ignore_check_constraints = ON; \(change)")
      #expect(try booth.qix("raffle verify spring").exitCode == 7)
    }
  }

  /// Before the draw the vault tells whether the terms are those that were committed to.
  @Test(arguments: [
    "UPDATE draws_raffles SET winners = 8", "UPDATE draws_raffles SET beacon_name = 'another'",
    "UPDATE draws_raffles SET commitment = zeroblob(32)", "UPDATE draws_raffles SET name = 'other'",
  ])
  func changedTermsAreNotDrawn(_ change: String) throws {
    try Self.entered { booth in
      #expect(try booth.qix("raffle freeze spring").exitCode == 0)
      let id = try Self.raffle(booth).id
      try booth.tamper(Self.triggers, change)
      #expect(try booth.qix("raffle verify \(id)").exitCode == 7)
      let draw = try booth.qix("raffle draw \(id) --beacon 1 --json")
      #expect(draw.exitCode == 7 && draw.errors.contains("\"draws.raffle-commitment-broken\""))
    }
  }

  @Test func aListThatWasChangedIsNotDrawn() throws {
    try Self.entered { booth in
      #expect(try booth.qix("raffle freeze spring").exitCode == 0)
      try booth.tamper(Self.triggers, "UPDATE draws_entrants SET tickets = tickets * 50 WHERE tickets = 1")
      let draw = try booth.qix("raffle draw spring --beacon 1 --json")
      #expect(draw.exitCode == 7 && draw.errors.contains("\"draws.unsound\""))
      #expect(try Self.raffle(booth).result == nil)
    }
  }
}
