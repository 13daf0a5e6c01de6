package import CampaignsContract
package import QixModule
internal import VouchersContract

extension VouchersModule: GiftProviding {
  package static let giftKind = "voucher"

  package static func problem(withGift name: String, in connection: Connection) throws -> String? {
    guard let series = try Series.named(name, in: connection) else { return "there is no voucher series '\(name)'" }
    return series.voided == nil ? nil : "the voucher series '\(name)' was made void"
  }

  package static func terms(
    ofGift name: String, at time: Timestamp, in connection: Connection, context: Context
  ) throws -> GiftTerms? {
    try Series.named(name, in: connection).map { GiftTerms(title: $0.contract.title, left: $0.contract.left) }
  }

  package static func giver(in context: Context) throws -> any GiftGiving {
    VoucherGiver(book: try context.service(Vouchers.book))
  }
}

private struct VoucherGiver: GiftGiving {
  let book: any VoucherBook

  func give(_ name: String, for win: GiftWin, in connection: Connection) throws -> GivenGift {
    let voucher = try book.assign(from: name, to: win.user, key: "\(win.shake)", at: win.at, in: connection)
    return GivenGift("\(voucher.id)")
  }
}
