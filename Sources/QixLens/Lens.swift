package import QixFormats
package import QixKernel
internal import QixTerminal

/// Looks at files of strangers: each operation in workers of its own, which stay warm from one file to the next and end
/// with this.
package final class Lens: Sendable {
  private let operations: [any LensOperation.Type]
  private let executable: String?

  /// - Parameter executable: this program's file; nil where this process isn't the program, as in tests: files are then
  ///   looked at in this process.
  package init(_ operations: [any LensOperation.Type], executable: String?) {
    self.operations = operations
    self.executable = executable
  }

  /// Looks at a file. Waits for a worker, and for its answer.
  /// - Throws: `LensError`; `LibraryError` where the operation lacks a library.
  package func look(_ name: String, at file: LensFile, _ options: JSONObject = JSONObject()) throws -> JSONObject {
    let operation = try operation(name)
    let made = try operation.init()
    do throws(LensFault) {
      return try made.look(at: file, options)
    } catch {
      throw LensError.fault(error, sentence: operation.sentence(of: error))
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
}

private enum LensKey: ContextKey {
  static var defaultValue: Lens? { nil }
}

extension Context {
  /// What looks at files of strangers here. Whoever looks at many keeps it, or sets it for what comes: each that is made
  /// has workers of its own.
  package var lens: Lens {
    get {
      self[LensKey.self]
        ?? Lens(
          registry.modules.flatMap { ($0 as? any LensProviding.Type)?.lensOperations ?? [] }, executable: executable)
    }
    set { self[LensKey.self] = newValue }
  }
}
