import QixStorage
import QixTesting
import Testing

/// What a home's ledger holds, read past the program: how a test knows that nothing has moved.
struct LedgerState: Equatable {
  let transfers: Int64
  let issued: Int64
  let users: Int64

  init(home: String) throws {
    self = try TestHome(path: home).unchecked.read { connection in
      func number(_ sql: String) throws -> Int64 {
        try #require(try connection.first(sql) { $0.integer(0) })
      }
      return Self(
        transfers: try number("SELECT count(*) FROM coins_transfers"),
        issued: try number("SELECT -posted FROM coins_accounts WHERE kind = 3 AND asset = 1"),
        users: try number("SELECT count(*) FROM identity_users"))
    }
  }

  init(transfers: Int64, issued: Int64, users: Int64) {
    (self.transfers, self.issued, self.users) = (transfers, issued, users)
  }
}
