package import QixModule
internal import VouchersContract

/// What becomes of vouchers.
extension VouchersModule: EventSource {
  package static let eventTypes = [
    EventType("voucher.handed-over", "A user got a voucher.", told),
    EventType("voucher.used", "A voucher was used at a till.", told),
    EventType("voucher.restored", "The use of a voucher was taken back.", told),
    EventType("voucher.void", "A voucher was made void.", told),
  ]

  private static let told: [Field<(voucher: Voucher, terms: SeriesTerms)>] = [
    Field("voucher", .id) { $0.voucher.id },
    Field("series", .text) { $0.terms.name },
    Field("title", .text) { $0.terms.title },
    Field("ends", .time) { $0.voucher.end($0.terms) },
  ]

  package static func details(of event: KeptEvent, in connection: Connection) throws -> EventDetails? {
    guard let voucher = try Voucher.find(event.subject(), in: connection) else { return nil }
    let terms = try Series.with(voucher.series, in: connection).terms
    return EventDetails(told, of: (voucher: voucher, terms: terms))
  }
}
