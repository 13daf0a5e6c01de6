internal import QixShake

/// A receipt that is accepted, on its way into the tables.
struct HandedIn {
  let attempt: Attempt
  let reading: ReceiptReading
  let identity: Identity
  let signs: [Sign]
  let alike: ReceiptMatch?
  let keys: ReceiptKeys
  let random: any RandomSource

  /// Whether the user has room in the queue, so that nobody fills it alone.
  func mayBeReviewed(in connection: Connection) throws -> Bool {
    let open: Int64? = try connection.fetchOne(
      "SELECT count(*) FROM receiptshake_receipts WHERE state = 2 AND user_id = \(attempt.user)")
    return try (open ?? 0) < connection.value(of: ReceiptShakeModule.openReviews)
  }

  /// The picture and the lines are kept for a review alone.
  func keep(as state: ReceiptRecord.State, in connection: Connection) throws {
    let id = ReceiptID(of: attempt.shake)
    let receipt = state == .review ? reading.receipt : reading.receipt.withoutLines
    try connection.execute(
      """
      INSERT INTO receiptshake_receipts
        (id, shake, user_id, campaign, at, state, signs, picture, by_time, by_number, look, tokens, alike, likeness,
        reading, by_day)
      VALUES (\(id), \(attempt.shake), \(attempt.user), \(attempt.campaign), \(attempt.at), \(state.rawValue),
        \(signs.map(\.rawValue).joined(separator: ",")), \(identity.picture), \(identity.purchase.byTime),
        \(identity.purchase.byNumber), \(identity.look), \(identity.tokens.bytes), \(alike?.receipt),
        \(alike.map { Int64(($0.likeness * 1_000).rounded()) }),
        \(ReceiptRecord.seal(receipt, of: id, keys, random: random)), \(identity.purchase.byDay))
      """)
    let number: Int64? = try connection.fetchOne("SELECT receipt FROM receiptshake_receipts WHERE id = \(id)")
    guard let number else { throw StorageError.corrupt("a receipt that was just kept is not there") }
    try DuplicateIndex(connection: connection).add(
      identity.tokens, identity.basket + identity.longNumbers + identity.marks + identity.names,
      as: number)
    guard state == .review, let picture = reading.picture else { return }
    let days = try connection.value(of: ReceiptShakeModule.keepPictures)
    try connection.execute(
      """
      INSERT INTO receiptshake_pictures (receipt, box, until)
      VALUES (\(number), \(keys.seal(picture, .picture, of: id, random: random)),
        \(attempt.at.advanced(byMicroseconds: days * Timestamp.day)))
      """)
  }
}

extension Value {
  static func optional(_ bytes: [UInt8]?) -> Value { bytes.map(Value.blob) ?? .null }
}
