internal import IdentityContract
package import QixModule
internal import VouchersContract

/// Links to the user's own vouchers, and to one of them.
extension VouchersModule: LinkProviding {
  package static let links = [
    LinkKind(page: "vouchers", .keyed("vouchers.link", "your vouchers")),
    LinkKind("voucher", argument: "VOUCHER") { text, user, connection, context in
      guard let id = VoucherID(text), let voucher = try Voucher.find(id, in: connection),
        try isShown(voucher, to: user, in: connection, context)
      else { return nil }
      let series = try Series.with(voucher.series, in: connection)
      let fault = try Till.Presented(voucher: voucher, series: series).fault(at: context.clock, in: connection)
      return LinkTarget(
        Sentence(text: series.terms.title), page: ["vouchers", "\(id)"], refusal: fault.map { Refusal($0) })
    },
  ]

  /// Another's voucher is as if it weren't there, and a cashier has no business with whose it is.
  private static func isShown(
    _ voucher: Voucher, to user: UserID?, in connection: Connection, _ context: Context
  ) throws -> Bool {
    let principal = context.principal
    guard let user else { return !principal.isCustomer }
    guard principal.isCustomer || principal.mayKnow(.user), let owner = voucher.user else { return false }
    return try context.service(Users.directory).heir(of: owner, in: connection) == user
  }
}
