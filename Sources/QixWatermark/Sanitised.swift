extension [Float] {
  /// Samples without what isn't a number, and none louder than 40 dB over full scale: strangers' files hold anything.
  var sanitised: [Float] {
    map { $0.isFinite ? Swift.min(100, Swift.max(-100, $0)) : 0 }
  }
}
