/// The services of modules: a Contract declares a key, the module behind it registers how the service is made.
///
/// A service is made when it is asked for, so a start that doesn't need it doesn't pay for it.
package struct Services: Sendable {
  /// An array: there are some dozens, and each kind of dictionary costs a start more than looking through them.
  private var factories: [Factory] = []

  private struct Factory: Sendable {
    let name: String
    let make: @Sendable (Context) throws -> any Sendable
  }

  /// Keeps the type under which a service was registered, so that it comes out again by comparing two types. A bare
  /// `any Directory` would be looked up again, among all conformances of the program.
  private struct Made<Service: Sendable>: Sendable {
    let service: Service
  }

  package init() {}

  /// Collects the services of all the modules of a registry.
  package init(_ registry: Registry) {
    for module in registry.modules { module.servicePart?.provide(to: &self) }
  }

  package mutating func register<Service: Sendable>(
    _ key: ServiceKey<Service>, _ make: @escaping @Sendable (Context) throws -> Service
  ) {
    precondition(
      !factories.contains { $0.name == key.name }, "two modules provide the service '\(key.name)'")
    factories.append(Factory(name: key.name) { context in Made(service: try make(context)) })
  }

  /// Puts a service that is there in the place of the one that would be made.
  package mutating func replace<Service: Sendable>(_ key: ServiceKey<Service>, with service: Service) {
    replace(key) { _ in service }
  }

  /// Makes a service in another way than the module that provides it.
  package mutating func replace<Service: Sendable>(
    _ key: ServiceKey<Service>, _ make: @escaping @Sendable (Context) throws -> Service
  ) {
    factories.removeAll { $0.name == key.name }
    register(key, make)
  }

  fileprivate func isProvided<Service>(_ key: ServiceKey<Service>) -> Bool {
    factories.contains { $0.name == key.name }
  }

  fileprivate func make<Service: Sendable>(_ key: ServiceKey<Service>, _ context: Context) throws -> Service {
    guard let factory = factories.first(where: { $0.name == key.name }),
      let made = try factory.make(context) as? Made<Service>
    else { throw ServiceError.missing(key.name) }
    return made.service
  }
}

extension Context {
  /// Makes the service that some enabled module registered under the key.
  /// - Throws: `ServiceError.missing` when no enabled module provides it, or what making it throws.
  package func service<Service: Sendable>(_ key: ServiceKey<Service>) throws -> Service {
    try services.make(key, self)
  }

  /// Makes the service that some enabled module registered under the key; nil where none has.
  /// - Throws: what making it throws.
  package func service<Service: Sendable>(ifProvided key: ServiceKey<Service>) throws -> Service? {
    services.isProvided(key) ? try service(key) : nil
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

extension ServiceProviding {
  package static var servicePart: (any ServiceProviding.Type)? { Self.self }
}

package enum ServiceError: Failing, Equatable {
  case missing(String)

  package var failure: Failure {
    switch self {
    case .missing(let name):
      Failure(
        "services.missing", .failed, "no enabled module provides '\(name)'",
        hint: "Enable the module that provides it, or disable the one that needs it.")
    }
  }
}
