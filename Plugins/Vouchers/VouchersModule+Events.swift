package import QixModule
internal import VouchersContract

/// What becomes of vouchers.
extension VouchersModule: EventSource {
  package static let eventTypes = [
    EventType("voucher.handed-over", "A user got a voucher.", members),
    EventType("voucher.used", "A voucher was used at a till.", members),
    EventType("voucher.restored", "The use of a voucher was taken back.", members),
    EventType("voucher.void", "A voucher was made void.", members),
  ]

  private static let members = "voucher id, series text, title text, ends time?"

  package static func details(of event: KeptEvent, in connection: Connection) throws -> EventDetails? {
    guard let voucher = try Voucher.find(event.subject(), in: connection) else { return nil }
    let terms = try Series.with(voucher.series, in: connection).terms
    return EventDetails([
      CellMember("voucher", .identifier(voucher.id)), CellMember("series", .text(terms.name)),
      CellMember("title", .text(terms.title)), CellMember("ends", .timestamp(voucher.end(terms))),
    ])
  }
}
