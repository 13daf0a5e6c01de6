internal import IdentityContract
package import QixFormats
package import QixKernel
package import QixStorage
internal import VouchersContract

extension VouchersModule: UserDataHolding {
  /// Vouchers go to the survivor.
  package static func merge(
    _ user: UserID, into survivor: UserID, in connection: Connection, context: Context
  ) throws -> [(name: String, count: Int64)] {
    try connection.run("UPDATE vouchers_vouchers SET user = ?2 WHERE user = ?1", .id(user), .id(survivor))
    let vouchers = Int64(connection.changes)
    return vouchers == 0 ? [] : [("vouchers", vouchers)]
  }

  /// Nothing leads from a voucher to the user any more, nor the key under which it was handed over, which another
  /// module has chosen. The voucher stays good: it was paid for, and whoever has it on paper still has it.
  package static func erase(_ user: UserID, in connection: Connection, context: Context) throws {
    try connection.run("UPDATE vouchers_vouchers SET user = NULL, key = NULL WHERE user = ?1", .id(user))
  }

  /// The user's vouchers and where they were used, without the codes: an export is read by more people than a code
  /// should be, and it needs no vault.
  package static func export(
    _ user: UserID, to writer: inout JSONWriter, in connection: Connection, context: Context
  ) throws {
    writer.beginObject()
    writer.member("schema", "vouchers.export/1")
    writer.key("vouchers")
    writer.beginArray()
    let vouchers = try connection.rows(
      "SELECT \(Voucher.columns) FROM vouchers_vouchers WHERE user = ?1 ORDER BY id", .id(user), read: Voucher.init)
    for voucher in vouchers {
      let terms = try Series.with(voucher.series, in: connection).terms
      writer.beginObject()
      writer.member("voucher", "\(voucher.id)")
      writer.member("series", terms.name)
      writer.member("title", terms.title)
      writer.member("value", orNull: terms.value.map { "\($0)" })
      writer.member("rest", orNull: voucher.rest(terms).map { "\($0)" })
      writer.member("state", voucher.state.name)
      writer.member("handed", orNull: voucher.handed.map { "\($0)" })
      writer.member("until", orNull: voucher.end(terms).map { "\($0)" })
      writer.key("uses")
      writer.beginArray()
      for use in try Use.all(of: voucher.id, in: connection) {
        writer.beginObject()
        writer.member("used", "\(use.used)")
        writer.member("till", orNull: use.till)
        writer.member("purchase", orNull: use.purchase.map { "\($0)" })
        writer.member("taken_back", orNull: use.restored.map { "\($0)" })
        writer.endObject()
      }
      writer.endArray()
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
  }
}

extension JSONWriter {
  fileprivate mutating func member(_ name: String, orNull text: String?) {
    key(name)
    if let text { string(text) } else { null() }
  }
}
