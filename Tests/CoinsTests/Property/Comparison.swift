import CoinsContract
import IdentityContract
import QixKernel
import QixStorage

@testable import Coins

/// Lays what the model says beside what is stored, line by line.
struct Comparison {
  private let model: Model
  private let connection: Connection

  /// The numbers of transfers that merges name in their keys.
  private let ids: [TransferID: Int]

  init(_ model: Model, _ connection: Connection) throws {
    (self.model, self.connection) = (model, connection)
    ids =
      model.merged.isEmpty
      ? [:]
      : Dictionary(
        uniqueKeysWithValues: try connection.rows("SELECT id, transfer FROM coins_transfers") {
          (try $0.identifier(0), Int($0.integer(1)))
        })
  }

  func run() throws {
    try compare("transfers", expected: transfers, stored: storedTransfers())
    try compare("accounts", expected: accounts, stored: storedAccounts())
    try compare("lots", expected: lots, stored: storedLots())
    try compare("draws", expected: draws, stored: storedDraws())
    try compare("holds", expected: holds, stored: storedHolds())
    for account in model.accounts {
      let expected = model.seen(account)
      let stored = try Wallet.balance(of: account, at: model.now, in: connection)
      guard stored == expected else {
        throw Run.Difference(description: "balance of \(account): \(stored) instead of \(expected)")
      }
      guard account.isWallet else { continue }
      let left = try Wallet.account(account, at: model.now, in: connection).map {
        try Wallet.lots(of: $0, in: connection).map { Remainder($0.remaining, $0.expires) }
      }
      let due = model.seenLots(of: account)
      guard left == due else {
        throw Run.Difference(description: "lots of \(account): \(left ?? []) instead of \(due)")
      }
    }
  }

  private func compare(_ what: String, expected: [String], stored: [String]) throws {
    guard expected != stored else { return }
    let lost = expected.filter { !stored.contains($0) }.map { "  should be: \($0)" }
    let extra = stored.filter { !expected.contains($0) }.map { "  is:        \($0)" }
    throw Run.Difference(description: ("\(what) differ" + (lost + extra).map { "\n\($0)" }.joined()))
  }

  private func line(_ cells: Any?...) -> String { cells.map { $0.map { "\($0)" } ?? "–" }.joined(separator: " ") }

  // MARK: What the model says

  /// Shorter than what people see, and much faster: every line of it is made after every block.
  private func name(_ account: AccountReference) -> String {
    guard case .wallet(let user) = account else { return "\(account)" }
    return "user \(user.low)"
  }

  private var transfers: [String] {
    model.transfers.enumerated().map { index, transfer in
      line(
        index + 1, transfer.kind.name, name(transfer.from), name(transfer.to), transfer.amount,
        transfer.at.microseconds, transfer.expires?.microseconds,
        transfer.related, transfer.linked, transfer.request?.reason, transfer.request?.metadata,
        transfer.request?.key ?? transfer.merge.map(key))
    }
  }

  private func key(_ merge: Model.Merge) -> String {
    let after = merge.after.flatMap { number in ids.first { $0.value == number }?.key }
    return "merge:\(merge.from):\(merge.into)" + (after.map { ":\($0)" } ?? "")
  }

  private var accounts: [String] {
    model.accounts.map { line(name($0), model.posted($0), model.held($0), model.merged[$0].map(name)) }.sorted()
  }

  private var lots: [String] {
    model.lots.enumerated().map { index, lot in
      line(
        index + 1, name(lot.owner), lot.transfer, lot.amount, model.remaining(index + 1), lot.expires?.microseconds)
    }
  }

  private var draws: [String] { model.draws.map { line($0.transfer, $0.lot, $0.amount) }.sorted() }

  private var holds: [String] {
    model.transfers.enumerated().filter { $1.kind == .hold }.map { index, hold in
      line(index + 1, name(hold.from), hold.amount, hold.expires?.microseconds, model.resolution(of: index + 1))
    }
  }

  // MARK: What is stored

  private static let accountColumns = "kind, a.owner, a.name"

  private func account(_ row: Row, _ column: Int) throws -> String {
    switch row.integer(column) {
    case 1: "user \(try row.identifier(column + 1, UserTag.self).low)"
    case 2: "budget:\(row.text(column + 2))"
    case 3: "issuer"
    case 4: "redeemed"
    default: "expired"
    }
  }

  private func storedTransfers() throws -> [String] {
    try connection.rows(
      """
      SELECT t.transfer, t.kind, a.kind, a.owner, a.name, c.kind, c.owner, c.name, t.amount, t.at, t.expires_at,
        t.related, t.linked, n.reason, n.metadata, t.key
      FROM coins_transfers AS t JOIN coins_accounts AS a ON a.account = t.debit
      JOIN coins_accounts AS c ON c.account = t.credit LEFT JOIN coins_details AS n ON n.details = t.details
      ORDER BY t.transfer
      """
    ) { row in
      line(
        row.integer(0), TransferKind(rawValue: row.integer(1))?.name, try account(row, 2), try account(row, 5),
        row.integer(8), row.integer(9), row.optionalInteger(10), row.optionalInteger(11), row.optionalInteger(12),
        row.optionalText(13), row.optionalText(14), row.optionalText(15))
    }
  }

  private func storedAccounts() throws -> [String] {
    try connection.rows(
      """
      SELECT a.\(Self.accountColumns), a.posted, a.held, m.\(Self.accountColumns.replacing("a.", with: "m."))
      FROM coins_accounts AS a LEFT JOIN coins_accounts AS m ON m.account = a.merged_into
      """
    ) { row in
      line(
        try account(row, 0), row.integer(3), row.integer(4),
        row.optionalInteger(5) == nil ? nil : try account(row, 5))
    }.sorted()
  }

  private func storedLots() throws -> [String] {
    try connection.rows(
      """
      SELECT l.lot, a.\(Self.accountColumns), l.transfer, l.amount, l.remaining, l.expires_at
      FROM coins_lots AS l JOIN coins_accounts AS a ON a.account = l.account ORDER BY l.lot
      """
    ) { row in
      line(
        row.integer(0), try account(row, 1), row.integer(4), row.integer(5), row.integer(6), row.optionalInteger(7))
    }
  }

  private func storedDraws() throws -> [String] {
    try connection.rows("SELECT transfer, lot, amount FROM coins_draws") { row in
      line(row.integer(0), row.integer(1), row.integer(2))
    }.sorted()
  }

  private func storedHolds() throws -> [String] {
    try connection.rows(
      """
      SELECT h.hold, a.\(Self.accountColumns), h.amount, h.times_out_at, h.resolved_by
      FROM coins_holds AS h JOIN coins_accounts AS a ON a.account = h.debit ORDER BY h.hold
      """
    ) { row in
      line(row.integer(0), try account(row, 1), row.integer(4), row.optionalInteger(5), row.optionalInteger(6))
    }
  }
}
