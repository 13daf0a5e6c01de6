internal import QixCrypto
package import QixModule
internal import VaultContract
internal import VouchersContract

extension VouchersModule: SearchProviding {
  package static func find(_ search: inout Search, in context: Context) throws {
    if search.isOpen(ShowVoucher.self) {
      try context.database.read { connection in
        for (voucher, by) in try vouchers(search, in: connection, context) {
          search.add(voucher, of: try Series.with(voucher.series, in: connection), by: by)
        }
        let series: Series? = try connection.fetchOne(
          "SELECT \(sql: Series.columns) FROM vouchers_series WHERE id = \(search.id(SeriesID.self))", Series.init)
        if let series = try series ?? Series.named(search.text, in: connection) {
          search.add(
            "series", series.id, of: nil, "\(series.terms.title)", by: search.isID ? "id" : "name",
            state: series.voided == nil ? "valid" : "void")
        }
      }
    }
    if search.isOpen(CheckVoucher.self), !search.isID { try findByCode(&search, in: context) }
  }

  /// By an id of it or of a use, or by a key under which it was handed out or used.
  private static func vouchers(
    _ search: Search, in connection: Connection, _ context: Context
  ) throws -> [(voucher: Voucher, by: String)] {
    if let id = search.id(VoucherID.self) {
      return try Voucher.find(id, in: connection).map { [($0, "id")] } ?? []
    }
    let mayKnowUses = context.mayTell(.trace) && context.mayTell(.key)
    if let id = search.id(UseID.self) {
      guard mayKnowUses, let use = try Use.find(id, in: connection) else { return [] }
      return [(try Voucher.require(use.voucher, in: connection), "use")]
    }
    guard !search.isID, mayKnowUses else { return [] }
    var found: [(voucher: Voucher, by: String)] = []
    if let use = try Use.under(search.text, in: connection) {
      found.append((try Voucher.require(use.voucher, in: connection), "use"))
    }
    let handed = try connection.fetchAll(
      """
      SELECT \(sql: Voucher.columns) FROM vouchers_vouchers
      WHERE series IN (SELECT id FROM vouchers_series) AND key = \(search.text) LIMIT \(Int64(Search.most + 1))
      """, Voucher.init)
    return found + handed.map { ($0, "key") }
  }

  /// By its code, as a till looks it up: a code that doesn't exist counts as a miss, and one in stock is told only to
  /// roles that may know the stock.
  ///
  /// Words that aren't surely a code are not looked up. A brand's codes may be any words, so each name that is typed
  /// would be a miss.
  private static func findByCode(_ search: inout Search, in context: Context) throws {
    var bytes = Array(search.text.utf8)
    let typed = SecretBytes(wiping: &bytes)
    let code = typed.withUnsafeBytes(VoucherCode.init(typed:))
    guard code?.isCertain ?? false || SignedVoucher.isMeant(by: search.text) else {
      let hasBrandsCodes = try context.database.read {
        try $0.has("SELECT 1 FROM vouchers_series WHERE source = \(SeriesTerms.Source.imported.rawValue) LIMIT 1")
      }
      if hasBrandsCodes, code != nil, search.text.utf8.contains(where: { (0x30...0x39).contains($0) }) {
        search.leave("voucher", because: "codes of a brand can be any words. Check the code with `qix voucher check`.")
      }
      return
    }
    guard let store = try context.service(ifProvided: Secrets.inspection)?.store(of: context.database) else {
      return search.leave("voucher", because: "the vault is locked. An operator opens it.")
    }
    guard let keys = try context.database.read({ try VoucherKeys.find(store, in: $0) }) else { return }
    search.looks(at: "code")
    let till = Till(keys: keys, context, till: nil)
    do {
      let presented = try PresentedCode.read(typed, keys: keys)
      let found = try context.database.write(Change("vouchers.check")) {
        connection, change -> Till.Presented? in
        switch try till.find(presented, in: connection) {
        case .success(let presented):
          change.subject = "\(presented.voucher.id)"
          return presented
        case .failure(let miss):
          change = till.change(for: miss)
          guard till.tellsStock, case TillError.notHandedOut(let id) = miss else { return nil }
          let voucher = try Voucher.require(id, in: connection)
          return Till.Presented(voucher: voucher, series: try Series.with(voucher.series, in: connection))
        }
      }
      if let found { search.add(found.voucher, of: found.series, by: "code") }
    } catch let error as any Diagnosable where [.usage, .refused, .notFound].contains(error.category) {
      search.leave("voucher", because: "\(error.sentence).")
    }
  }
}

extension Search {
  fileprivate mutating func add(_ voucher: Voucher, of series: Series, by: String) {
    let isVoid = series.voided != nil && voucher.state != .used
    add(
      "voucher", voucher.id, of: voucher.user, "\(series.terms.title)", by: by,
      state: isVoid ? VoucherState.void.name : voucher.state.name)
  }
}

extension VoucherCode {
  /// Whether its check symbol or digit says that it is a code, and no other words.
  fileprivate var isCertain: Bool { ofThisHouse != nil || EAN13.isValid(bytes) }
}
