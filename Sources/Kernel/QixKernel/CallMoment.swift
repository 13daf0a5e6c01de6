/// When a command was asked for.
extension Context {
  /// Microseconds that the call has waited behind others before its turn came; 0 where nothing waits.
  package var waited: Int64 {
    get { self[Waited.self] }
    set { self[Waited.self] = newValue }
  }

  /// The moment of the call, by the context's clock. What has to be in time is judged by it, since callers have no part in
  /// how long others keep them waiting.
  package var asked: Timestamp { clock.now().advanced(byMicroseconds: -waited) }
}

private enum Waited: ContextKey {
  static var defaultValue: Int64 { 0 }
}
