internal import IdentityContract
package import QixModule
internal import VouchersContract

extension VouchersModule: UserDataHolding {
  /// Vouchers go to the survivor.
  package static func merge(
    _ user: UserID, into survivor: UserID, in connection: Connection, context: Context
  ) throws -> [(name: String, count: Int64)] {
    try connection.execute("UPDATE vouchers_vouchers SET user = \(survivor) WHERE user = \(user)")
    let vouchers = Int64(connection.changes)
    return vouchers == 0 ? [] : [("vouchers", vouchers)]
  }

  /// Removes what leads from a voucher to the user, also the key under which it was handed over, which another module
  /// has chosen. The voucher stays good: it was paid for, and its holder on paper still has it.
  package static func erase(_ user: UserID, in connection: Connection, context: Context) throws {
    try connection.execute("UPDATE vouchers_vouchers SET user = NULL, key = NULL WHERE user = \(user)")
  }

  /// Vouchers that are still good: who has their codes can use them, and nobody can look them up for the user.
  package static func losses(
    of user: UserID, in connection: Connection, context: Context
  ) throws -> [(name: String, count: Int64)] {
    let now = context.clock.now()
    let good = try connection.fetchAll(
      "SELECT \(sql: Voucher.columns) FROM vouchers_vouchers WHERE user = \(user)", Voucher.init
    ).filter { voucher in
      let series = try Series.with(voucher.series, in: connection)
      return voucher.standing(series) == .open && voucher.end(series.terms).map { $0 > now } ?? true
    }
    return good.isEmpty ? [] : [("vouchers", Int64(good.count))]
  }

  /// The user's vouchers and where they were used, without the codes: an export is read by more people than a code
  /// should be, and it needs no vault.
  package static func export(
    _ user: UserID, to writer: inout JSONWriter, in connection: Connection, context: Context
  ) throws {
    let vouchers = try connection.fetchAll(
      "SELECT \(sql: Voucher.columns) FROM vouchers_vouchers WHERE user = \(user) ORDER BY id", Voucher.init)
    try writer.array("vouchers", of: vouchers) { writer, voucher in
      let terms = try Series.with(voucher.series, in: connection).terms
      writer.member("voucher", text: voucher.id)
      writer.member("series", terms.name)
      writer.member("title", terms.title)
      writer.member("value", text: terms.value)
      writer.member("rest", text: voucher.rest(terms))
      writer.member("state", voucher.state.name)
      writer.member("handed", text: voucher.handed)
      writer.member("until", text: voucher.end(terms))
      writer.array("uses", of: try Use.all(of: voucher.id, in: connection)) { writer, use in
        writer.member("used", text: use.used)
        writer.member("till", use.till)
        writer.member("purchase", text: use.purchase)
        writer.member("taken_back", text: use.restored)
      }
    }
  }
}
