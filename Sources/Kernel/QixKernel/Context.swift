/// Everything impure that a command or a service may touch: it arrives here or not at all.
///
/// A part of the platform adds what it brings (a face, a database) by declaring a `ContextKey` and an extension
/// with a property, so that the kernel needs to know none of them.
package struct Context: Sendable {
  package var clock: any Clock
  package var random: any RandomSource
  package var services: Services
  /// An array: there are a dozen, and a dictionary of its own kind costs a start more than looking through them.
  private var values: [Held] = []

  /// A value in a box that is never changed: a request copies the whole context some times, and asks for dozens of values.
  private struct Held: Sendable {
    let key: ObjectIdentifier
    /// A `Box` of the key's type of value.
    let box: AnyBox
  }

  /// `@unchecked` is safe here: its only subclass has a constant that is `Sendable`.
  private class AnyBox: @unchecked Sendable {}

  /// `@unchecked` comes with the class above; what it has is a constant that is `Sendable`.
  private final class Box<Value: Sendable>: AnyBox, @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  package init(clock: any Clock, random: any RandomSource, services: Services = Services()) {
    self.clock = clock
    self.random = random
    self.services = services
  }

  /// A context in which nothing is prepared: touching the clock, the randomness or any value stops the program with
  /// the name of what was missing. Tests start from it and set what the code under test is allowed to use.
  package static var unprepared: Context {
    Context(clock: UnpreparedClock(), random: UnpreparedRandomSource())
  }

  package subscript<Key: ContextKey>(key: Key.Type) -> Key.Value {
    get {
      guard let held = values.first(where: { $0.key == ObjectIdentifier(key) }) else { return Key.defaultValue }
      // What stands under a key is always of its type: nothing else puts it there.
      return unsafeDowncast(held.box, to: Box<Key.Value>.self).value
    }
    set {
      let held = Held(key: ObjectIdentifier(key), box: Box(newValue))
      if let index = values.firstIndex(where: { $0.key == held.key }) {
        values[index] = held
      } else {
        values.append(held)
      }
    }
  }
}

/// A named place in the context. The default value should stop the program with the name of what was not prepared.
package protocol ContextKey {
  associatedtype Value: Sendable
  static var defaultValue: Value { get }
}

/// Stops the program because a test or a program touched an unprepared part of the context.
///
/// A trap is right here: it is a mistake of a developer, found by the first run of the code in question.
package func unprepared(_ what: String) -> Never {
  fatalError("The context's \(what) was used but not prepared: set it before the code that needs it runs.")
}
