package import QixKernel

private enum ExecutableKey: ContextKey {
  static var defaultValue: String? { nil }
}

extension Context {
  /// The file of the running program, for what starts it once more; nil where the process is something else, such as a
  /// test.
  package var executable: String? {
    get { self[ExecutableKey.self] }
    set { self[ExecutableKey.self] = newValue }
  }
}
