package import CoinsContract
package import QixModule

extension CoinsModule: EarningsProviding {
  package static func earned(
    by user: UserID, from: Timestamp, until: Timestamp, without left: Set<TransferID>, in connection: Connection
  ) throws -> Int64 {
    try Earnings(connection: connection).earned(by: user, from: from, until: until, without: left)
  }
}
