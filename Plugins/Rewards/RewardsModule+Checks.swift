internal import CoinsContract
internal import IdentityContract
package import QixKernel
package import QixStorage
internal import VouchersContract

extension RewardsModule: DataChecking {
  /// Compares every redemption with the ledger, and with the vouchers where the vault is open.
  package static func check(_ database: Database, in context: Context) throws -> [Finding] {
    let ledger = try context.service(Coins.ledger)
    let directory = try context.service(Users.directory)
    let hasVouchers = try database.read { connection in
      try connection.first("SELECT 1 FROM rewards_redeemed_vouchers LIMIT 1") { _ in true } ?? false
    }
    let book = try hasVouchers ? vouchers(in: context) : nil
    let (count, faults) = try database.read { connection in
      var check = RedemptionCheck(
        ledger: ledger, directory: directory, book: book, at: context.clock.now(), in: connection)
      try check.run()
      return (check.redemptions, check.faults)
    }
    guard let first = faults.first else {
      let shut = hasVouchers && book == nil ? " (the vault is shut, so vouchers were not looked at)" : ""
      return [.ok("redemptions", "\(count.counted("redemption")): the ledger agrees with each\(shut)")]
    }
    let more = faults.count > 1 ? " (and \(faults.count - 1) more)" : ""
    return [
      .fault(
        "redemptions", first + more,
        remedy: "Look at it with `qix redemption show`, and at what was done by hand with `qix audit show`.")
    ]
  }

  /// Nil where nobody can open the vault now.
  private static func vouchers(in context: Context) throws -> (any VoucherBook)? {
    do {
      return try context.service(Vouchers.book)
    } catch let error as any Diagnosable where error.code.hasPrefix("vault.") || error is ServiceError {
      return nil
    }
  }
}
