internal import CoinsContract
internal import QixKernel
internal import QixStorage

/// Takes payments back as a sign-in and a revoked referral do: what is spent of them is owed.
package struct Debts {
  private let context: Context

  package init(_ subject: Subject) throws { context = try subject.context() }

  /// Takes the payment back that came with a key.
  /// - Returns: how many coins are owed from now on.
  @discardableResult
  package func takeBack(_ key: String) throws -> Int64 {
    let ledger = try context.service(Coins.ledger)
    return try context.database.write(Change("stress.take-back", subject: key)) { connection, _ in
      let payment: TransferID? = try connection.fetchOne("SELECT id FROM coins_transfers WHERE key = \(key)")
      guard let payment else { throw MeasuringError("there is no transfer with the key '\(key)'") }
      let session = try ledger.session(in: connection)
      try session.begin(at: context.clock.now())
      let taken = try session.takeBack(payment, atMost: .max, key: nil, reason: nil)
      try session.seal()
      return taken.owed
    }
  }
}
