internal import QixCalendar
internal import QixShake

/// The broadcasts around now on some channels, in memory.
struct Airtime: Sendable {
  /// A broadcast with what an answer needs of it, made once.
  struct Slot: Sendable {
    let window: Window
    let zone: TimeZone
    /// The single use of a shake in it.
    let use: String
    let code: ScreenCode?

    init(_ window: Window, zone: TimeZone, code: ScreenCode?) {
      self.window = window
      self.zone = zone
      self.code = code
      use = "window:\(window.id)"
    }
  }

  enum Phase: String, Sendable { case on, before, after }

  struct Hit: Sendable {
    let slot: Slot
    let phase: Phase
  }

  /// By start, then by id.
  let slots: [Slot]
  /// Begins behind all of the slots.
  private let next: Slot?
  let before: Int64
  let after: Int64
  /// Microseconds from the earliest moment that counts for a slot to the last one, of the longest.
  private let reach: Int64

  /// - Parameters:
  ///   - before: microseconds before the start that count.
  ///   - after: microseconds behind the end that count.
  init(_ slots: [Slot], next: Slot? = nil, before: Int64, after: Int64) {
    self.slots = slots.sorted { ($0.window.start, $0.window.id) < ($1.window.start, $1.window.id) }
    self.next = next
    self.before = before
    self.after = after
    reach = (slots.map { $0.window.end.microseconds - $0.window.start.microseconds }.max() ?? 0) + before + after
  }

  /// The broadcast that a moment belongs to: one that is on, of several the one that began last; else the one that was
  /// on, whose picture may reach people late; else the one that comes.
  /// - Parameter channel: on that one alone.
  func find(at time: Timestamp, channel: String? = nil) -> Hit? {
    var over: Slot?
    var coming: Slot?
    var index = firstIndex(openingAfter: time)
    while index > 0 {
      index -= 1
      let slot = slots[index]
      if slot.window.start.microseconds - before + reach <= time.microseconds { break }
      guard channel == nil || slot.window.channel == channel else { continue }
      if slot.window.start > time {
        coming = slot
      } else if time < slot.window.end {
        return Hit(slot: slot, phase: .on)
      } else if time.microseconds - slot.window.end.microseconds < after,
        (over?.window.end).map({ $0 < slot.window.end }) ?? true
      {
        over = slot
      }
    }
    return over.map { Hit(slot: $0, phase: .after) } ?? coming.map { Hit(slot: $0, phase: .before) }
  }

  /// The next broadcast.
  func next(after time: Timestamp, channel: String? = nil) -> Slot? {
    let index = firstIndex(openingAfter: time)
    let later = slots[index...].first { $0.window.start > time && (channel == nil || $0.window.channel == channel) }
    return later ?? next.flatMap { channel == nil || $0.window.channel == channel ? $0 : nil }
  }

  /// The first that doesn't count yet.
  private func firstIndex(openingAfter time: Timestamp) -> Int {
    var (low, high) = (0, slots.count)
    while low < high {
      let middle = (low + high) / 2
      if slots[middle].window.start.microseconds - before <= time.microseconds {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }
}
