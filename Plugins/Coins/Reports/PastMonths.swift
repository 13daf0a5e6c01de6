internal import CoinsContract
internal import QixCalendar
internal import QixModule

/// Which months are over, in the installation's time zone, as reports count them; and which grants have expired.
struct PastMonths {
  private let now: Timestamp
  private let zone: TimeZone
  /// By whose clock the ledger counts periods, whatever `--zone` says.
  private let installed: TimeZone
  private let current: Month

  init(_ context: Context) throws {
    now = context.clock.now()
    zone = try context.zone()
    installed = try context.installationZone() ?? .utc
    current = Month(zone.date(at: now))
  }

  /// Whether the coins of a grant have expired by now.
  func hasExpired(_ operation: Operation) -> Bool { operation.expired(by: now, in: installed) != nil }

  /// The month of a moment, where it is over; nil for others.
  func past(_ moment: Timestamp) -> Month? {
    guard moment < now else { return nil }
    let month = Month(zone.date(at: moment))
    return month < current ? month : nil
  }
}
