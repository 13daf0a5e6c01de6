internal import Glibc
package import QixKernel

/// The environment variables, looked up one at a time: a start needs a handful of them, not a copy of all.
package enum Environment: Sendable {
  case process
  /// For tests: these and no others.
  case fixed([String: String])

  package subscript(name: String) -> String? {
    switch self {
    case .process: getenv(name).map { String(cString: $0) }
    case .fixed(let values): values[name]
    }
  }

  /// The value unless it is missing or empty; an empty variable counts as unset (no-color.org, XDG).
  package func nonEmpty(_ name: String) -> String? {
    self[name].flatMap { $0.isEmpty ? nil : $0 }
  }
}

private enum EnvironmentKey: ContextKey {
  static var defaultValue: Environment { unprepared("environment") }
}

extension Context {
  /// The environment variables of the program, for what a person or a service says there: paths and sockets, never a
  /// secret.
  package var environment: Environment {
    get { self[EnvironmentKey.self] }
    set { self[EnvironmentKey.self] = newValue }
  }
}
