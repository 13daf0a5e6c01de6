internal import CoinsContract
internal import QixModule

/// What became of the same request before: whoever asks once more, and whoever decides now, is to know of it.
struct Precedent: Equatable, CustomStringConvertible {
  /// `was declined before by token:olga: 'case is closed' (apr_…)`, `went through before (apr_…)`.
  let description: String

  /// For so long the same that went through may be meant.
  private static let week = 7 * Timestamp.day

  /// The last decision on what a requester asks for again, whatever they give as the reason by now; nil where there was
  /// none, or where it was approved and not used, or went through long ago.
  init?(before request: Approval, in connection: Connection) throws {
    guard let last = try Approval.lastDecided(before: request, in: connection) else { return nil }
    switch last.state {
    case .declined:
      guard let by = last.decidedBy, by != last.requestedBy else { return nil }
      description = "was declined before by \(by)\(last.answer.map { ": '\($0)'" } ?? "") (\(last.id))"
    case .used where request.requestedAt.microseconds - last.requestedAt.microseconds < Self.week:
      description = "went through before (\(last.id))"
    case .pending, .approved, .used, .expired: return nil
    }
  }
}
