internal import Glibc
package import QixKernel

/// One parameter of a command that was made, and where its values are put once the command line was read.
///
/// While a command is being made, the slots of its properties, and of the structs that it has as properties, find each
/// other in the order in which they are declared; that order is the help's.
///
/// It is filled once, before the command that reads it runs.
package final class ParameterSlot: @unchecked Sendable {
  package let form: ParameterForm
  private(set) var values: [any Sendable] = []
  /// Whether a value is a day or a time whose zone wasn't written.
  private(set) var isOfZone = false

  init(_ form: ParameterForm) {
    self.form = form
    Self.collector?.slots.append(self)
  }

  /// The name in messages: `--to` or `USER`.
  package var label: Sentence { form.told }

  /// Whether the command line has it, or it has a default.
  package var isGiven: Bool { !values.isEmpty }

  /// Whether a flag was given with the word that it may take.
  package var hasWord: Bool { values.contains { $0 is String } && form.word != nil }

  /// The value of a parameter that this form of the command needs.
  /// - Throws: `UsageError` where it is missing.
  package func require<Value>(_ value: Value?) throws(UsageError) -> Value {
    guard let value else {
      throw UsageError(form.kind == .option ? "missing \(label) \(form.placeholder)" : "missing \(label)")
    }
    return value
  }

  /// - Throws: what can be wrong with a value that takes the context: an identifier of nothing, say.
  package func fill(from values: ParsedValues, in context: Context) throws {
    self.values = values.all(form)
    guard let resolve = form.resolve, !self.values.isEmpty else { return }
    isOfZone = form.isOfZone.map { self.values.contains(where: $0) } ?? false
    do {
      self.values = try self.values.map { try resolve($0, context) }
    } catch let error as ValueError {
      throw UsageError("\(label): \(error.sentence)")
    }
  }

  private final class Collector {
    var slots: [ParameterSlot] = []
  }

  /// The key under which a thread keeps its collector. A task-local value would do the same, and bring the runtime of
  /// concurrency and libdispatch into the program, 130 KB that each start relocates.
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    guard pthread_key_create(&key, nil) == 0 else { fatalError("no thread-specific key is left") }
    return key
  }()

  private static var collector: Collector? {
    pthread_getspecific(key).map { Unmanaged<Collector>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Makes something, and returns it with the parameters that were made with it.
  package static func collecting<Made>(_ make: () -> Made) -> (Made, [ParameterSlot]) {
    let (collector, outer) = (Collector(), pthread_getspecific(key))
    pthread_setspecific(key, Unmanaged.passUnretained(collector).toOpaque())
    let made = withExtendedLifetime(collector) { make() }
    pthread_setspecific(key, outer)
    return (made, collector.slots)
  }
}

extension [ParameterSlot] {
  /// The name in messages of the first that was given; nil where none was.
  package var firstGiven: Sentence? { first { $0.isGiven }?.label }
}
