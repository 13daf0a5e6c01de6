package import IdentityContract
package import QixModule
internal import VouchersContract

/// The vouchers that a user was handed, and their uses at tills; a merge moves them to the survivor.
extension VouchersModule: TimelineProviding {
  package static let timelineKinds: Set<TimelineKind> = [.voucher]

  private static let handed = "handed."

  package static func timeline(
    _ query: TimelineQuery, in connection: Connection, context: Context
  ) throws -> [TimelineEntry] {
    query.cut(try handed(query, in: connection) + used(query, in: connection))
  }

  package static func timelineCounts(
    _ query: TimelineQuery, in connection: Connection, context: Context
  ) throws -> [TimelineKind: Int] {
    let count: Int64? = try connection.fetchOne(
      """
      SELECT count(*) FROM (
        SELECT id FROM vouchers_vouchers WHERE user = \(query.user)
        UNION ALL
        SELECT u.id FROM vouchers_vouchers AS v CROSS JOIN vouchers_uses AS u
        WHERE v.user = \(query.user) AND u.voucher = v.id
        LIMIT \(query.limit)) AS entries
      """)
    return [.voucher: Int(count ?? 0)]
  }

  private static func used(_ query: TimelineQuery, in connection: Connection) throws -> [TimelineEntry] {
    let bound: UseID = query.bound()
    return try connection.fetchAll(
      """
      SELECT u.id, u.voucher, u.key, u.till, u.purchase, u.purchase_currency, u.used_at, u.restored_at, u.deducted,
        s.name AS series
      FROM vouchers_vouchers AS v CROSS JOIN vouchers_uses AS u JOIN vouchers_series AS s ON s.id = v.series
      WHERE v.user = \(query.user) AND u.voucher = v.id AND u.id < \(bound) ORDER BY u.id DESC LIMIT \(query.limit)
      """
    ) { row in
      let (use, series) = (try Use(row), row["series"] as String)
      let place: Sentence = if let till = use.till { " at the till \(till)" } else { "" }
      let purchase: Sentence = if let purchase = use.purchase { ", for a purchase of \(purchase)" } else { "" }
      let end: Sentence = if let restored = use.restored { "; taken back at \(restored)" } else { "" }
      return TimelineEntry(
        TimelinePlace(use.id), .voucher, "voucher.use", "Voucher of \(series) used\(place)\(purchase)\(end)."
      ).with {
        $0.subject = "\(use.id)"
        $0.happened = $0.place.apart(use.used)
        $0.state = use.restored == nil ? nil : "restored"
        $0.of = series
        $0.actions = ["vouchers.use"]
      }
    }
  }

  private static func handed(_ query: TimelineQuery, in connection: Connection) throws -> [TimelineEntry] {
    // Several are handed over at the same time: then their ids decide.
    let (at, bound) = query.before.map { ($0.at, boundOfHanded($0)) } ?? (Timestamp(microseconds: .max), .max)
    return try connection.fetchAll(
      """
      SELECT v.id, v.handed_at, v.state, s.name AS series, s.voided_at
      FROM vouchers_vouchers AS v JOIN vouchers_series AS s ON s.id = v.series
      WHERE v.user = \(query.user) AND (v.handed_at < \(at) OR (v.handed_at = \(at) AND v.id < \(bound)))
      ORDER BY v.handed_at DESC, v.id DESC LIMIT \(query.limit)
      """
    ) { row in
      let (id, series): (VoucherID, String) = (try row["id"], row["series"])
      let state = VoucherState(rawValue: row["state"])
      let isVoid = (row["voided_at"] as Timestamp?) != nil && state != .used
      return TimelineEntry(
        TimelinePlace(row["handed_at"], "\(handed)\(id)"), .voucher, "voucher.handed-over",
        "Voucher of \(series) handed over."
      ).with {
        $0.subject = "\(id)"
        $0.state = isVoid ? VoucherState.void.name : state?.name
        $0.of = series
      }
    }
  }

  /// Of vouchers that were handed over at the time of a place, those with a smaller id than this come behind it.
  private static func boundOfHanded(_ place: TimelinePlace) -> VoucherID {
    if place.key.hasPrefix(handed), let id = VoucherID(String(place.key.dropFirst(handed.count))) { return id }
    return handed < place.key ? .max : VoucherID(high: 0, low: 0)
  }
}

extension VoucherID {
  fileprivate static var max: VoucherID { VoucherID(high: .max, low: .max) }
}
