internal import CoinsContract
internal import QixModule

/// How many new coins may come into being: never more than were counted before it was decided whether somebody has to
/// approve them.
struct Allowance {
  /// Nil where none is used.
  private let approval: ApprovalID?
  /// What was left after the last commit.
  private var left: Int64
  /// What the commit that is being filled has brought into being.
  private var taken: Int64 = 0

  init(_ coins: Int64, of approval: ApprovalID? = nil) {
    left = coins
    self.approval = approval
  }

  static let unlimited = Allowance(.max)

  var isExceeded: Bool { taken > left }

  mutating func take(_ coins: Int64) {
    let (sum, overflow) = taken.addingReportingOverflow(coins)
    taken = overflow ? .max : sum
  }

  /// Counts at the approval what was taken, as a part of the same transaction.
  /// - Returns: false when the approval has no more to give, because another run was quicker; it must be rolled back then.
  mutating func settle(in connection: Connection) throws -> Bool {
    guard !isExceeded else { return false }
    if let approval, taken > 0 {
      try connection.execute(
        """
        UPDATE coins_approvals SET granted = granted + \(taken)
        WHERE approval = \(approval) AND granted <= amount - \(taken)
        """)
      guard connection.changes == 1 else { return false }
    }
    if left != .max { left -= taken }
    taken = 0
    return true
  }
}
