private enum RegistryKey: ContextKey {
  static var defaultValue: Registry { unprepared("registry") }
}

extension Context {
  /// The modules in force, for what asks each of them for its part.
  package var registry: Registry {
    get { self[RegistryKey.self] }
    set { self[RegistryKey.self] = newValue }
  }
}
