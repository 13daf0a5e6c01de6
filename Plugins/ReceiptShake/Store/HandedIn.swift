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
    let open = try connection.first(
      "SELECT count(*) FROM receiptshake_receipts WHERE state = 2 AND user_id = ?1", .id(attempt.user)
    ) { $0.integer(0) }
    return try (open ?? 0) < connection.value(of: ReceiptShakeModule.openReviews)
  }

  /// The picture and the lines are kept for a review alone.
  func keep(as state: ReceiptRecord.State, in connection: Connection) throws {
    let id = ReceiptID(of: attempt.shake)
    let receipt = state == .review ? reading.receipt : reading.receipt.withoutLines
    try connection.run(
      """
      INSERT INTO receiptshake_receipts
        (id, shake, user_id, campaign, at, state, signs, picture, by_time, by_number, look, tokens, alike, likeness,
        reading, by_day)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)
      """, .id(id), .id(attempt.shake), .id(attempt.user), .id(attempt.campaign), .time(attempt.at),
      .integer(state.rawValue), .text(signs.map(\.rawValue).joined(separator: ",")), .blob(identity.picture),
      .optional(identity.purchase.byTime), .optional(identity.purchase.byNumber), .optional(identity.look),
      .blob(identity.tokens.bytes), alike.map { .id($0.receipt) } ?? .null,
      .optional(alike.map { Int64(($0.likeness * 1_000).rounded()) }),
      .blob(ReceiptRecord.seal(receipt, of: id, keys, random: random)), .optional(identity.purchase.byDay))
    let number = try connection.first("SELECT receipt FROM receiptshake_receipts WHERE id = ?1", .id(id)) {
      $0.integer(0)
    }
    guard let number else { throw StorageError.corrupt("a receipt that was just kept is not there") }
    try DuplicateIndex(connection: connection).add(identity.tokens, identity.basket, as: number)
    guard state == .review, let picture = reading.picture else { return }
    let days = try connection.value(of: ReceiptShakeModule.keepPictures)
    try connection.run(
      "INSERT INTO receiptshake_pictures (receipt, box, until) VALUES (?1, ?2, ?3)", .integer(number),
      .blob(keys.seal(picture, .picture, of: id, random: random)),
      .time(attempt.at.advanced(byMicroseconds: days * Timestamp.day)))
  }
}

extension Value {
  static func optional(_ bytes: [UInt8]?) -> Value { bytes.map(Value.blob) ?? .null }
}
