package import NoticesContract
internal import QixModule
internal import VouchersContract

/// Users may be told that they got a voucher, by its title and without its code.
extension VouchersModule: NoticeSource {
  package static let noticeKinds = [
    NoticeKind(
      "voucher-issued", .keyed("vouchers.notices", "vouchers that you get"), on: ["voucher.handed-over"]
    ) { matter, reading in
      let connection = reading.connection
      guard let voucher = try Voucher.find(matter.subject(), in: connection) else { return nil }
      let title = try Series.with(voucher.series, in: connection).terms.title
      return .keyed("vouchers.notice", "you have a new voucher: \(title)")
    }
  ]
}
