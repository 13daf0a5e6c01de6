extension [Float] {
  /// Samples without what isn't a number, and none louder than 40 dB over full scale: strangers' files hold anything.
  /// What lies 140 dB below it is silence: the powers of numbers near the least that there are take a processor four times
  /// as long.
  var sanitised: [Float] {
    map { $0.isFinite && abs($0) > 1e-7 ? Swift.min(100, Swift.max(-100, $0)) : 0 }
  }
}
