import IdentityContract
import QixFormats
import QixKernel
import QixStorage
import QixTesting
import VouchersContract

/// Vouchers as the contract has them, out of a list of their own: the test fills it and uses them up.
enum TestVouchers: Migrating, ServiceProviding, UserDataHolding {
  static let id = "vouchers"
  static let summary = "Vouchers for tests."
  static let requires = ["identity"]

  static let migrations = [
    Migration(
      "v1_test",
      sql: Array(
        """
        CREATE TABLE vouchers_test (
          id BLOB PRIMARY KEY, series TEXT NOT NULL, code TEXT NOT NULL UNIQUE, user BLOB, key TEXT,
          state INTEGER NOT NULL DEFAULT 1, is_part_used INTEGER NOT NULL DEFAULT 0, UNIQUE (series, key)
        ) STRICT;
        """.utf8))
  ]

  static func provide(to services: inout Services) {
    services.register(Vouchers.book) { _ in Book() }
    services.register(Vouchers.catalogue) { _ in Book() }
  }

  static func merge(
    _ user: UserID, into survivor: UserID, in connection: Connection, context: Context
  ) throws -> [(name: String, count: Int64)] {
    try connection.run("UPDATE vouchers_test SET user = ?2 WHERE user = ?1", .id(user), .id(survivor))
    return []
  }

  static func erase(_ user: UserID, in connection: Connection, context: Context) throws {}

  static func export(
    _ user: UserID, to writer: inout JSONWriter, in connection: Connection, context: Context
  ) throws { writer.null() }

  static func fill(_ series: String, _ count: Int, in home: TestHome) throws {
    try home.database.write(Change("vouchers.test")) { connection, _ in
      for number in 0..<count {
        try connection.run(
          "INSERT INTO vouchers_test (id, series, code) VALUES (?1, ?2, ?3)",
          .id(VoucherID(high: 1, low: UInt64(number + 1))), .text(series), .text("\(series)-code-\(number)"))
      }
    }
  }

  struct Book: VoucherBook, VoucherCatalogue {
    func series(_ name: String, in connection: Connection) throws -> VoucherSeries? { nil }

    func assign(
      from series: String, to user: UserID, key: String, at time: Timestamp, in connection: Connection
    ) throws -> AssignedVoucher {
      let known: VoucherID? = try connection.first(
        "SELECT id FROM vouchers_test WHERE series = ?1 AND key = ?2", .text(series), .text(key)
      ) { try $0.identifier(0) }
      if let known { return try voucher(known, in: connection) }
      let free: VoucherID? = try connection.first(
        "SELECT id FROM vouchers_test WHERE series = ?1 AND user IS NULL ORDER BY id LIMIT 1", .text(series)
      ) { try $0.identifier(0) }
      guard let free else { throw VoucherError.noneLeft(series) }
      try connection.run(
        "UPDATE vouchers_test SET user = ?2, key = ?3 WHERE id = ?1", .id(free), .id(user), .text(key))
      return try voucher(free, in: connection)
    }

    func voucher(_ id: VoucherID, in connection: Connection) throws -> AssignedVoucher {
      let found = try connection.first(
        "SELECT series, code, state FROM vouchers_test WHERE id = ?1 AND user IS NOT NULL", .id(id)
      ) {
        AssignedVoucher(
          id: id, series: $0.text(0), code: $0.text(1), end: nil,
          state: AssignedVoucher.State(rawValue: $0.integer(2)) ?? .open)
      }
      guard let found else { throw VoucherError.notFound(id) }
      return found
    }

    func handed(_ id: VoucherID, in connection: Connection) throws -> HandedVoucher? {
      try connection.first("SELECT user, state FROM vouchers_test WHERE id = ?1 AND user IS NOT NULL", .id(id)) {
        let state = AssignedVoucher.State(rawValue: $0.integer(1)) ?? .open
        return HandedVoucher(
          user: try $0.identifier(0), state: state, used: state == .used ? 1 : 0, uses: 1, rest: nil, end: nil)
      }
    }

    func void(_ id: VoucherID, at time: Timestamp, in connection: Connection) throws {
      try connection.run("UPDATE vouchers_test SET state = 3 WHERE id = ?1 AND state = 1 AND is_part_used = 0", .id(id))
      guard connection.changes == 0 else { return }
      guard try voucher(id, in: connection).state == .void else { throw VoucherError.used(id) }
    }
  }
}
