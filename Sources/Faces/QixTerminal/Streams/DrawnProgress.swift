package import QixCommands
internal import QixKernel
internal import Synchronization

/// A line on standard error that shows how far a long command has come: count, share, rate and time left.
///
/// It appears only on a terminal and only after a second, and is drawn at most ten times a second, so that telling
/// it about each record is cheap.
final class DrawnProgress: Progress {
  private struct State {
    var drawn: Int64?
    var finished = false
  }

  private static let delay: Int64 = 1_000_000
  private static let interval: Int64 = 100_000

  private let label: String
  private let unit: String
  private let total: Int64?
  private let terminal: Terminal
  private let isShown: Bool
  private let started: Int64
  private let state = Mutex(State())

  init(_ terminal: Terminal, label: String, total: Int64?, unit: String) {
    self.terminal = terminal
    self.label = label.sanitised()
    self.total = total
    self.unit = unit
    isShown = terminal.errors.isTerminal && !terminal.globals.isQuiet
    started = isShown ? terminal.clock.monotonicMicroseconds() : 0
  }

  deinit { finish() }

  /// - Parameter count: how many units are done, of all.
  func advance(to count: Int64) {
    guard isShown, !terminal.output.isPaging else { return }
    let now = terminal.clock.monotonicMicroseconds()
    let isDue = state.withLock { state in
      guard !state.finished, now - started >= Self.delay, now - (state.drawn ?? .min / 2) >= Self.interval else {
        return false
      }
      state.drawn = now
      return true
    }
    if isDue { terminal.say("\r\(line(count, elapsed: now - started))\u{1B}[K") }
  }

  /// Takes the line away for good.
  func finish() {
    withdraw()
    state.withLock { $0.finished = true }
  }

  /// Takes the line away until it is drawn again: something else is about to be written.
  func withdraw() {
    let wasDrawn = state.withLock { state in
      defer { state.drawn = nil }
      return state.drawn != nil && !state.finished
    }
    if wasDrawn { terminal.say("\r\u{1B}[K") }
  }

  /// - Parameter elapsed: microseconds since the start, above 0.
  private func line(_ count: Int64, elapsed: Int64) -> String {
    let rate = Double(count) * 1_000_000 / Double(elapsed)
    var text = "\(label): \(Cell.integer(count).human)"
    if let total, total > 0 {
      text += " of \(Cell.integer(total).human) \(unit), \(Int(Double(count) * 100 / Double(total)))%"
    } else {
      text += " \(unit)"
    }
    text += ", \(Cell.integer(Int64(rate)).human)/s"
    if let total, count > 0, count < total {
      text += ", \(Self.clock(Int64(Double(total - count) / rate))) left"
    }
    return String(text.prefix(max(10, terminal.width - 1)))
  }

  /// `0:07`, `12:30`, `3:05:00`.
  private static func clock(_ seconds: Int64) -> String {
    func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let minutes = seconds / 60
    return minutes < 60
      ? "\(minutes):\(two(seconds % 60))" : "\(minutes / 60):\(two(minutes % 60)):\(two(seconds % 60))"
  }
}

extension Terminal {
  package func progress(_ label: String, total: Int64?, unit: String) -> any Progress {
    DrawnProgress(self, label: label, total: total, unit: unit)
  }
}
