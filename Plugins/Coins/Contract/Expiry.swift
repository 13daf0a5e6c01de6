package import QixKernel

/// When something ends: at a moment, or so long after it happened. The ledger counts a period by the installation's
/// clock when it books; a caller with another clock gives the moment.
package enum Expiry: Hashable, Sendable {
  case at(Timestamp)
  case after(Period)

  /// `2027-07-01T00:00:00Z`, or `P12M` for so long after it happened.
  package var text: String {
    switch self {
    case .at(let time): "\(time)"
    case .after(let period): "\(period)"
    }
  }
}

extension Expiry {
  /// Reads a date (coins are good until that day is over, UTC), a date and time, or an ISO 8601 period such as `P12M`.
  package init?(_ text: some StringProtocol) {
    let text = String(text)
    if let date = CalendarDate(text) {
      self = .at(Timestamp(startOf: date).advanced(byMicroseconds: Timestamp.day).inCalendar)
    } else if let time = text == Timestamp.formerEnd ? .latest : Timestamp(text) {
      self = .at(time)
    } else if let period = Period(text) {
      self = .after(period)
    } else {
      return nil
    }
  }
}
