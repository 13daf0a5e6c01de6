internal import Glibc
internal import QixCommands
package import QixFormats
package import QixKernel
internal import Synchronization

/// Looks at files of strangers: each operation in workers of its own, which stay warm from one file to the next and end
/// with this.
///
/// A command that looks at one file has one worker, which starts and ends with it. Where threads look at files side by
/// side there are more, up to the number of processors.
package final class Lens: Sendable {
  private let operations: [any LensOperation.Type]
  private let executable: String?
  private let pools = Mutex<[WorkerPool]>([])
  private let here = Mutex<[String: Here]>([:])

  /// An operation in this process. `@unchecked` is safe here: it is asked under its lock alone.
  private struct Here: @unchecked Sendable {
    let operation: any LensOperation
  }

  /// - Parameter executable: this program's file; nil where this process isn't the program, as in tests: files are then
  ///   looked at in this process.
  package init(_ operations: [any LensOperation.Type], executable: String?) {
    self.operations = operations
    self.executable = executable
  }

  /// Looks at a file. Waits for a worker, and for its answer.
  /// - Parameter options: for the operation, at most 64 KiB of JSON.
  /// - Throws: `LensError`; where the operation is looked at in this process, what its initialiser throws.
  package func look(_ name: String, at file: LensFile, _ options: JSONObject = JSONObject()) throws -> JSONObject {
    let operation = try operation(name)
    guard file.size <= operation.limits.fileBytes else {
      throw LensError.fault(.tooLong, sentence: operation.sentence(of: .tooLong))
    }
    precondition(LensFrame.bytes(options).count <= LensFrame.mostOptions, "options are few")
    if let executable { return try pool(of: operation, executable).look(at: file, options) }
    do {
      let reading = try here.withLock { here in
        let made = try here[name] ?? Here(operation: operation.init())
        here[name] = made
        return try made.operation.look(at: file, options)
      }
      guard operation.accepts(reading) else { throw LensError.unreadable }
      return reading
    } catch let fault as LensFault {
      throw LensError.fault(fault, sentence: operation.sentence(of: fault))
    }
  }

  /// The whole of a file that an operation may look at.
  /// - Throws: `LensError`.
  package func bytes(of file: LensFile, for name: String) throws(LensError) -> [UInt8] {
    let operation = try operation(name)
    do throws(LensFault) {
      return try file.bytes(most: operation.limits.fileBytes)
    } catch {
      throw .fault(error, sentence: operation.sentence(of: error))
    }
  }

  /// - Throws: `LensError.noOperation`.
  package func operation(_ name: String) throws(LensError) -> any LensOperation.Type {
    guard let found = operations.first(where: { $0.name == name }) else { throw .noOperation(name) }
    return found
  }

  private func pool(of operation: any LensOperation.Type, _ executable: String) -> WorkerPool {
    pools.withLock { pools in
      if let pool = pools.first(where: { $0.operation.name == operation.name }) { return pool }
      let pool = WorkerPool(operation, executable: executable, most: max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
      pools.append(pool)
      return pool
    }
  }
}

private enum LensKey: ContextKey {
  static var defaultValue: Lens? { nil }
}

extension Context {
  /// The lens that looks at files of strangers here. A command that looks at many keeps it, or sets it for what comes:
  /// each that is made has workers of its own.
  package var lens: Lens {
    get { self[LensKey.self] ?? Lens(LensOperations.all(of: registry.modules), executable: executable) }
    set { self[LensKey.self] = newValue }
  }
}

/// The operations that modules bring.
package enum LensOperations {
  package static func all(of modules: [any Module.Type]) -> [any LensOperation.Type] {
    modules.flatMap { ($0 as? any LensProviding.Type)?.lensOperations ?? [] }
  }
}
