internal import CoinsContract
internal import QixModule

extension AnswerShape {
  /// The answer where a second person has to approve coins first.
  static let approval = Self("reward.approval/1", ApprovalRequest.fields)
}

extension ApprovalRequest {
  static let fields: [Field<ApprovalRequest>] = [
    Field("approval", .id) { $0.approval.id },
    Field("operation", .text) { $0.approval.operation },
  ]
}
