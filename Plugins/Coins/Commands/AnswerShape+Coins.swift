internal import QixModule

extension AnswerShape {
  /// What one movement of coins did.
  static let transfer: Self = """
    coins.transfer/1: transfer? id, kind text, amount coins, from? text, to? text, expires? time?, reverses? id,
    took_from? id*, replayed boolean, goodwill_left? coins, goodwill_left_for_user? coins
    """

  /// A request for a second person's approval.
  static let approval: Self = """
    coins.approval/1: approval id, state text, amount coins?, operation text, requested_by text, requested_at time,
    expires time, decided_by text?, used_by text?, reason text?, value text?, answer text?
    """

  /// Several of them.
  static let approvals: Self = """
    coins.approvals/1: approvals [approval id, state text, amount coins?, operation text, requested_by text,
    requested_at time, expires time?, decided_by text?, used_by text?, reason text?, value text?, answer text?]
    """

  /// Several that were decided at once. Not the list's own schema: answers of what changes something say whether it did.
  static let decisions: Self = """
    coins.decisions/1: approvals [approval id, state text, amount coins?, operation text, requested_by text,
    requested_at time, expires time?, decided_by text?, used_by text?, reason text?, value text?, answer text?]
    """

  /// What became of a file of lines.
  static let batch: Self = """
    coins.batch/1: file text, sha256 text?, batch text?, done integer, replayed integer, refused integer, coins coins?,
    identical integer, users_created integer
    """
}
