internal import IdentityContract
internal import QixCrypto
package import QixShake
internal import VaultContract

extension ReceiptShakeModule: UserDataHolding {
  /// Receipts go to the survivor.
  package static func merge(
    _ user: UserID, into survivor: UserID, in connection: Connection, context: Context
  ) throws -> [(name: String, count: Int64)] {
    try connection.execute("UPDATE receiptshake_receipts SET user_id = \(survivor) WHERE user_id = \(user)")
    let count = Int64(connection.changes)
    return count == 0 ? [] : [("receipts", count)]
  }

  /// Destroys pictures and what they said. What stays is that a receipt was used: keyed hashes of which nobody makes
  /// anything but the answer to whether another picture shows the same one.
  package static func erase(_ user: UserID, in connection: Connection, context: Context) throws {
    try connection.execute(
      """
      DELETE FROM receiptshake_pictures
      WHERE receipt IN (SELECT receipt FROM receiptshake_receipts WHERE user_id = \(user))
      """)
    try connection.execute(
      """
      UPDATE receiptshake_receipts SET reading = NULL, state = CASE WHEN state = 2 THEN 5 ELSE state END
      WHERE user_id = \(user)
      """)
  }

  /// Every receipt with what it says, and the pictures that are kept: `receiptshake.export/1`. Takes an open vault where
  /// there are any.
  package static func export(
    _ user: UserID, to writer: inout JSONWriter, in connection: Connection, context: Context
  ) throws {
    let records = try connection.fetchAll(
      "SELECT \(sql: ReceiptRecord.columns) FROM receiptshake_receipts WHERE user_id = \(user) ORDER BY receipt",
      ReceiptRecord.init)
    var keys: ReceiptKeys?
    if records.contains(where: { $0.reading != nil }) {
      // Within a transaction the vault is opened over a connection of its own.
      let reader = context.database.reader()
      guard let store = try context.service(Secrets.inspection).store(of: reader) else { throw VaultError.locked }
      keys = try ReceiptKeys.find(store, in: connection)
    }
    try writer.array("receipts", of: records) { writer, record in
      writer.member("receipt", text: record.id)
      writer.member("shake", text: record.shake)
      writer.member("campaign", text: record.campaign)
      writer.member("at", text: record.at)
      writer.member("state", record.state.name)
      guard let keys, record.reading != nil else { return }
      writer.key("says")
      writer.value(.object(try record.said(keys)))
      let box: [UInt8]? = try connection.fetchOne(
        "SELECT box FROM receiptshake_pictures WHERE receipt = \(record.number)")
      if let box { writer.member("picture_png", Base64.padded.encode(try keys.open(box, .picture, of: record.id))) }
    }
  }
}
