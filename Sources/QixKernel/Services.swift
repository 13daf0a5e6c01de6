/// What modules offer one another: a Contract declares a key, the module behind it registers how the service is made.
///
/// A service is made when it is asked for, so a start that doesn't need it doesn't pay for it.
package struct Services: Sendable {
  private var factories: [String: @Sendable (Context) throws -> any Sendable] = [:]

  package init() {}

  /// Collects the services of all the modules of a registry.
  package init(_ registry: Registry) {
    for module in registry.modules {
      (module as? any ServiceProviding.Type)?.provide(to: &self)
    }
  }

  package mutating func register<Service: Sendable>(
    _ key: ServiceKey<Service>, _ make: @escaping @Sendable (Context) throws -> Service
  ) {
    precondition(factories[key.name] == nil, "two modules provide the service '\(key.name)'")
    factories[key.name] = make
  }

  fileprivate func make<Service: Sendable>(_ key: ServiceKey<Service>, _ context: Context) throws -> Service {
    guard let service = try factories[key.name]?(context) as? Service else { throw ServiceError.missing(key.name) }
    return service
  }
}

extension Context {
  /// Makes the service that some enabled module registered under the key.
  /// - Throws: `ServiceError.missing` when no enabled module provides it, or what making it throws.
  package func service<Service: Sendable>(_ key: ServiceKey<Service>) throws -> Service {
    try services.make(key, self)
  }
}

/// Names a service and its type; declared once, in the Contract of the module that provides it.
package struct ServiceKey<Service: Sendable>: Sendable {
  package let name: String
  package init(_ name: String) { self.name = name }
}

/// A module that offers services to others.
package protocol ServiceProviding: Module {
  static func provide(to services: inout Services)
}

package enum ServiceError: Diagnosable, Equatable {
  case missing(String)

  package var category: ErrorCategory { .failed }
  package var code: String { "services.missing" }
  package var description: String {
    switch self {
    case .missing(let name): "no enabled module provides '\(name)'"
    }
  }
  package var hint: String? { "Enable the module that provides it, or disable the one that asks for it." }
}
