import IdentityContract
import QixKernel
import QixStorage
import QixTesting
import Testing
import VouchersContract

@testable import Vouchers

/// What modules that hand vouchers out can rely on.
@Suite struct VoucherBookTests {
  @Test func aVoucherOfAStockIsHandedToOneUserAndARepeatGivesTheSame() throws {
    try Counter.with { counter in
      try counter.run("voucher generate coffee --count 2 --title Coffee --uses 3")
      let (anna, ben) = (try counter.user("anna"), try counter.user("ben"))
      let book = try counter.book()
      let first = try counter.write { try book.assign(from: "coffee", to: anna, key: "1", at: counter.now, in: $0) }
      let again = try counter.write { try book.assign(from: "coffee", to: anna, key: "1", at: counter.now, in: $0) }
      #expect(first == again)
      #expect(first.state == .open && first.series == "coffee" && first.end == nil)
      #expect(first.code.utf8.count == 19)
      #expect(try counter.read { try book.series("coffee", in: $0)?.left } == 1)
      counter.refuses("vouchers.key-conflict", "'1'") {
        try counter.write { try book.assign(from: "coffee", to: ben, key: "1", at: counter.now, in: $0) }
      }
      let second = try counter.write { try book.assign(from: "coffee", to: ben, key: "2", at: counter.now, in: $0) }
      #expect(second.id != first.id && second.code != first.code)
      #expect(throws: VoucherError.noneLeft("coffee")) {
        try counter.write { try book.assign(from: "coffee", to: ben, key: "3", at: counter.now, in: $0) }
      }
      #expect(try counter.read { try book.voucher(first.id, in: $0) } == first)
    }
  }

  @Test func aVoucherOnDemandIsMadeWhenItIsHandedOver() throws {
    try Counter.with { counter in
      try counter.run(["voucher", "generate", "cake", "--on-demand", "--title", "A piece", "--valid-for", "P30D"])
      let (anna, book) = (try counter.user("anna"), try counter.book())
      #expect(try counter.read { try book.series("cake", in: $0)?.left } == nil)
      let given = try counter.write { try book.assign(from: "cake", to: anna, key: "1", at: counter.now, in: $0) }
      #expect(given.end == counter.now.advanced(byMicroseconds: 30 * Timestamp.day))
      #expect(try counter.home.count("vouchers_vouchers") == 1)
    }
  }

  @Test func howLongOneIsGoodIsCountedByTheInstallationsClock() throws {
    try Counter.with { counter in
      try counter.run("setting set upkeep.time-zone Europe/Rome")
      // Noon, before a night of 23 hours.
      counter.home.clock.set(try #require(Timestamp("2027-03-27T11:00:00Z")))
      try counter.run("voucher generate cake --on-demand --title Cake --valid-for P1D")
      try counter.run("voucher generate coffee --count 1 --title Coffee --valid-for P1D")
      let anna = try counter.user("anna")
      let given = try counter.hand("cake", to: anna)
      #expect(given.end == Timestamp("2027-03-28T10:00:00Z"))
      #expect(try counter.hand("coffee", to: anna, key: "2").end == given.end)
      // It was written down then.
      try counter.run("setting set upkeep.time-zone UTC")
      #expect(try counter.hand("cake", to: anna) == given)
    }
  }

  @Test func whatIsTakenBackWithTheTransactionIsFreeAgain() throws {
    struct Stop: Error {}
    try Counter.with { counter in
      try counter.run("voucher generate coffee --count 1 --title Coffee")
      let (anna, book) = (try counter.user("anna"), try counter.book())
      #expect(throws: Stop.self) {
        try counter.write { connection in
          _ = try book.assign(from: "coffee", to: anna, key: "1", at: counter.now, in: connection)
          throw Stop()
        }
      }
      #expect(try counter.read { try book.series("coffee", in: $0)?.left } == 1)
    }
  }

  @Test func aSeriesThatIsOverGivesNothingMore() throws {
    try Counter.with { counter in
      let end = counter.now.advanced(byMicroseconds: Timestamp.day)
      try counter.run("voucher generate coffee --count 3 --title Coffee --until \(end)")
      let (anna, book) = (try counter.user("anna"), try counter.book())
      let given = try counter.write { try book.assign(from: "coffee", to: anna, key: "1", at: counter.now, in: $0) }
      #expect(given.end == end)
      counter.refuses("vouchers.series-over", "'coffee' were valid until \(end)") {
        try counter.write { try book.assign(from: "coffee", to: anna, key: "2", at: end, in: $0) }
      }
      counter.refuses("vouchers.series-not-found", "'tea'") {
        try counter.write { try book.assign(from: "tea", to: anna, key: "2", at: end, in: $0) }
      }
    }
  }

  @Test func aVoucherMadeVoidStaysVoid() throws {
    try Counter.with { counter in
      try counter.run("voucher generate coffee --count 1 --title Coffee")
      let (anna, book) = (try counter.user("anna"), try counter.book())
      let given = try counter.write { try book.assign(from: "coffee", to: anna, key: "1", at: counter.now, in: $0) }
      for _ in 1...2 { try counter.write { try book.void(given.id, at: counter.now, in: $0) } }
      #expect(try counter.read { try book.voucher(given.id, in: $0).state } == .void)
      #expect(throws: StorageError.self) {
        try counter.write { try $0.run("UPDATE vouchers_vouchers SET state = 2") }
      }
    }
  }
}
