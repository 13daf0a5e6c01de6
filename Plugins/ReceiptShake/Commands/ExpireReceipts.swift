internal import QixReceipts
internal import QixShake

/// `qix receipt expire`
struct ExpireReceipts: Command {
  static let declaration = Declaration(
    "expire", "Delete expired pictures of receipts, with the lines read from them.",
    roles: [.operator],
    discussion: """
      `qix setting show receiptshake.keep-pictures` shows how long pictures are kept. The fields of a receipt stay, \
      encrypted, as long as its user does. A review stays open without its picture. Run it every night.
      """,
    examples: [Example("qix receipt expire", "delete what is due")],
    answer: AnswerShape("receipt.expire/1", fields), effect: .changes)

  private static let fields: [Field<Int64>] = [Field("pictures", .integer, "pictures deleted") { $0 }]

  /// Receipts in one transaction.
  private static let portion: Int64 = 500

  func run(in context: Context) throws -> Document {
    let now = context.clock.now()
    let due = try context.database.read { connection in
      try connection.fetchOne("SELECT count(*) FROM receiptshake_pictures WHERE until <= \(now)") ?? 0
    }
    var left = context.isDryRun ? 0 : due
    let keys = left > 0 ? try ReceiptKeys.open(context) : nil
    while left > 0, let keys {
      let done = try context.database.write(Change("receiptshake.expire", reason: context.invocation.reason)) {
        connection, change in
        let count = try Self.expire(upTo: now, keys, context, in: connection)
        change.subject = count.counted("picture")
        return count
      }
      left -= done
      if done == 0 { break }
    }
    return Document("receipt.expire/1", Self.fields, of: due)
  }

  private static func expire(
    upTo time: Timestamp, _ keys: ReceiptKeys, _ context: Context, in connection: Connection
  ) throws -> Int64 {
    let records = try connection.fetchAll(
      """
      SELECT \(sql: ReceiptRecord.columns) FROM receiptshake_receipts WHERE receipt IN (
        SELECT receipt FROM receiptshake_pictures WHERE until <= \(time) ORDER BY until LIMIT \(portion))
      """, ReceiptRecord.init)
    for record in records {
      try connection.execute("DELETE FROM receiptshake_pictures WHERE receipt = \(record.number)")
      guard record.reading != nil else { continue }
      let (receipt, alterations) = (try record.receipt(keys).withoutLines, try record.alterations(keys))
      try connection.execute(
        """
        UPDATE receiptshake_receipts
        SET reading = \(ReceiptRecord.seal(receipt, alterations, of: record.id, keys, random: context.random))
        WHERE receipt = \(record.number)
        """)
    }
    return Int64(records.count)
  }
}
