internal import QixReceipts
package import QixShake
internal import VaultContract

extension ReceiptShakeModule: SearchProviding {
  package static func find(_ search: inout Search, in context: Context) throws {
    if search.isOpen(ShowReceipt.self), let id = search.id(ReceiptID.self),
      let record = try context.database.read({ try ReceiptRecord.find(id, in: $0) })
    {
      search.add(record, by: "id")
    }
    // All receipts are gone through, so not for any words. A number that begins with + is a telephone's.
    let digits = search.text.utf8.count { (0x30...0x39).contains($0) }
    let groups = Receipt.numbers(in: search.text)
    guard !search.isID, search.isOpen(FindReceipt.self), digits >= 4, !groups.isEmpty,
      !search.text.hasPrefix("+"), !search.text.contains("@"),
      try context.database.read({ try $0.has("SELECT 1 FROM receiptshake_receipts LIMIT 1") })
    else { return }
    guard let store = try context.service(ifProvided: Secrets.inspection)?.store(of: context.database) else {
      return search.leave("receipt", because: "the vault is locked. An operator opens it.")
    }
    search.looks(at: "receipt_number")
    let found = try context.database.read { connection in
      try ReceiptKeys.find(store, in: connection).map { try ReceiptRecord.latest(with: groups, $0, in: connection) }
    }
    for record in found ?? [] { search.add(record, by: "receipt_number") }
  }
}

extension Search {
  fileprivate mutating func add(_ record: ReceiptRecord, by: String) {
    add("receipt", record.id, of: record.user, "receipt of \(record.at)", by: by, state: record.state.name)
  }
}
