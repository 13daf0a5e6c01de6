package import IdentityContract
package import QixShake

/// A user's receipts; a merge moves them to the survivor.
extension ReceiptShakeModule: TimelineProviding {
  package static let timelineKinds: Set<TimelineKind> = [.receipt]

  package static func timeline(
    _ query: TimelineQuery, in connection: Connection, context: Context
  ) throws -> [TimelineEntry] {
    var number = Int64.max
    if query.before != nil {
      let bound: ReceiptID = query.bound()
      number =
        try connection.fetchOne("SELECT receipt FROM receiptshake_receipts WHERE id >= \(bound) ORDER BY id LIMIT 1")
        ?? .max
    }
    let records = try connection.fetchAll(
      """
      SELECT \(sql: ReceiptRecord.columns) FROM receiptshake_receipts
      WHERE user_id = \(query.user) AND receipt < \(number) ORDER BY receipt DESC LIMIT \(query.limit)
      """, ReceiptRecord.init)
    return try ReceiptNamed.named(records, context, in: connection).map { record, campaign in
      TimelineEntry(TimelinePlace(record.id), .receipt, "receipt.\(record.state.name)", record.told).with {
        $0.subject = "\(record.id)"
        $0.happened = $0.place.apart(record.at)
        $0.state = record.state.name
        $0.of = campaign
        $0.actions = Set(ReceiptShake.decisions)
      }
    }
  }

  package static func timelineCounts(
    _ query: TimelineQuery, in connection: Connection, context: Context
  ) throws -> [TimelineKind: Int] {
    let count: Int64? = try connection.fetchOne(
      """
      SELECT count(*) FROM (
        SELECT receipt FROM receiptshake_receipts WHERE user_id = \(query.user) LIMIT \(query.limit)) AS receipts
      """)
    return [.receipt: Int(count ?? 0)]
  }
}

extension ReceiptRecord {
  fileprivate var told: Sentence {
    let because: Sentence = signs.isEmpty ? "" : " (\(signs.map(\.rawValue).joined(separator: ", ")))"
    return switch state {
    case .counted: "Receipt counted\(because)."
    case .review: "Receipt waits for review\(because)."
    case .approved: "Receipt approved by review\(because)."
    case .rejected: "Receipt rejected by review\(because)."
    case .erased: "Receipt was in review when the user was erased."
    }
  }
}
