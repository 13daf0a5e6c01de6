internal import QixCalendar
internal import QixModule

/// Which months are over, in the installation's time zone, as reports count them.
struct PastMonths {
  let now: Timestamp
  private let zone: TimeZone
  private let current: Month

  init(_ context: Context) throws {
    now = context.clock.now()
    zone = try context.zone()
    current = Month(zone.date(at: now))
  }

  /// The month of a moment, where it is over; nil for others.
  func past(_ moment: Timestamp) -> Month? {
    guard moment < now else { return nil }
    let month = Month(zone.date(at: moment))
    return month < current ? month : nil
  }
}
