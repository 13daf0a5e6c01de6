internal import QixModule

extension AnswerShape {
  /// The answer where a second person has to approve coins first.
  static let approval: Self = "reward.approval/1: approval id, operation text"
}
