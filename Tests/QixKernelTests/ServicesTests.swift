import QixKernel
import Synchronization
import Testing

@Suite struct ServicesTests {
  private static let greeting = ServiceKey<String>("greeter.greeting")
  private static let number = ServiceKey<Int>("greeter.number")

  enum Greeter: ServiceProviding {
    static let id = "greeter", summary = ""
    static func provide(to services: inout Services) {
      services.register(ServicesTests.greeting) { "good day at \($0.clock.now())" }
    }
  }

  enum Silent: Module { static let id = "silent", summary = "" }

  private struct Noon: Clock {
    func now() -> Timestamp { Timestamp(microseconds: 43_200_000_000) }
    func monotonicMicroseconds() -> Int64 { 0 }
  }

  private func context(_ services: Services) -> Context {
    var context = Context.unprepared
    context.clock = Noon()
    context.services = services
    return context
  }

  @Test func aModuleProvidesWhatAnotherAsksFor() throws {
    let context = context(Services(try Registry([Silent.self, Greeter.self])))
    #expect(try context.service(Self.greeting) == "good day at 1970-01-01T12:00:00Z")
  }

  private protocol Speaker: Sendable { var word: String { get } }
  private struct Loud: Speaker { let word = "HELLO" }

  @Test func aServiceMayBeOfAProtocol() throws {
    var services = Services()
    services.register(ServiceKey<any Speaker>("greeter.speaker")) { _ in Loud() }
    #expect(try context(services).service(ServiceKey<any Speaker>("greeter.speaker")).word == "HELLO")
  }

  /// A key of the same name and another type is a mistake of a developer, and gives nothing.
  @Test func aServiceComesOutAsWhatItWentIn() {
    var services = Services()
    services.register(ServiceKey<Loud>("greeter.speaker")) { _ in Loud() }
    let context = context(services)
    #expect(throws: ServiceError.missing("greeter.speaker")) {
      try context.service(ServiceKey<any Speaker>("greeter.speaker"))
    }
    #expect(throws: Never.self) { try context.service(ServiceKey<Loud>("greeter.speaker")) }
  }

  @Test func aServiceOfADisabledModuleIsMissing() throws {
    let context = context(Services(try Registry([Silent.self, Greeter.self], disabled: ["greeter"])))
    let error = #expect(throws: ServiceError.self) { try context.service(Self.greeting) }
    #expect(error == .missing("greeter.greeting"))
    #expect(error?.description == "no enabled module provides 'greeter.greeting'")
    #expect(error?.hint == "Enable the module that provides it, or disable the one that needs it.")
    #expect(error?.category == .failed && error?.code == "services.missing")
  }

  @Test func aServiceIsMadeWhenItIsAskedFor() throws {
    let made = Counter()
    var services = Services()
    services.register(Self.number) { _ in made.next() }
    let context = context(services)
    #expect(made.value == 0)
    #expect(try [context.service(Self.number), context.service(Self.number)] == [1, 2])
  }

  @Test func whatMakingItThrowsIsPassedOn() {
    var services = Services()
    services.register(Self.number) { _ in throw ServiceError.missing("something else") }
    let context = context(services)
    #expect(throws: ServiceError.missing("something else")) { try context.service(Self.number) }
  }

  private final class Counter: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }
    func next() -> Int {
      count.withLock { count in
        count += 1
        return count
      }
    }
  }
}
