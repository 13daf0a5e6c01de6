/// Numbers that embedder and listener agree on.
package enum MarkFormat {
  /// Samples a second that the listener works at, Hz.
  package static let rate = 16_000
  /// Samples at `rate` after which the mark of a slot repeats itself.
  package static let period = 32_000
  /// Seconds of a period.
  package static let periodSeconds = 2
  /// Data symbols, each a cyclic shift of a sequence of its own.
  package static let symbols = 5
  /// Shifts a symbol can have: 8 bits each.
  package static let shifts = 256
  /// Samples at `rate` between neighbouring shifts.
  package static let step = period / shifts
  /// Lowest and highest frequency of the mark, Hz.
  package static let band = 110.0..<7_000.0
  /// Bins of a period's spectrum (0.5 Hz apart) that the mark fills.
  package static let bins = 220..<14_000
  /// Share of the energy that the sequence for synchronisation has; the symbols share the rest evenly.
  package static let syncShare = 0.25
  /// Amplitudes of the synchronisation's sequence and of a symbol's; the sum of their squares is 1.
  package static let syncAmplitude = Float(syncShare.squareRoot())
  package static let symbolAmplitude = Float(((1 - syncShare) / Double(symbols)).squareRoot())
  /// Periods of a slot, 10 s.
  package static let defaultSlotPeriods = 5
}
