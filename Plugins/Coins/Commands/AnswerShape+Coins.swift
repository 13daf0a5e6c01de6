internal import CoinsContract
internal import QixModule

extension AnswerShape {
  /// What one movement of coins did.
  static let transfer = Self("coins.transfer/1", Movement.Done.fields)
  /// A request for a second person's approval.
  static let approval = Self("coins.approval/1", Approval.fields)
  /// Several of them.
  static let approvals = Self("coins.approvals/1", "approvals", rows: Approval.rows)
  /// Several that were decided at once, under a schema of their own: an answer of a change says whether it was one.
  static let decisions = Self("coins.decisions/1", "approvals", rows: Approval.rows)
  /// What became of a file of lines.
  static let batch = Self("coins.batch/1", BatchOptions.Done.fields)
}
