package import QixKernel

/// Why there is no answer about a file. No sentence has the file's name in it.
package enum LensError: Failing, Equatable {
  /// The file can't be opened, or is no regular one.
  case unopened(String)
  /// The operation has looked at it and says why it can't answer.
  case fault(LensFault, sentence: String)
  /// The worker broke off over it, fell silent, or wanted more than its limits.
  case unreadable
  /// The machine has had no time for the worker: the file may be as good as any.
  case busy(seconds: Int)
  /// There is no such operation in this program.
  case noOperation(String)
  /// No worker can be had.
  case noWorker(String)
  /// A worker can't load what the operation needs, in the words of whatever it lacks.
  case unready(code: String, sentence: String, hint: String?)

  package var failure: Failure {
    switch self {
    case .unopened(let reason):
      Failure(
        "lens.unopened", .usage, "the file can't be read: \(reason)", hint: "Name an existing file that can be read."
      )
    case .fault(let fault, let sentence):
      Failure("lens.\(fault.code)", .usage, "\(sentence)", hint: fault.hint)
    case .unreadable:
      Failure(
        "lens.unreadable", .usage, "the file can't be read: reading broke off, or took too long",
        hint: LensFault.damaged.hint)
    case .busy(let seconds):
      Failure(
        "lens.busy", .busy, "the file could not be read within \(seconds) seconds, because the server is busy",
        hint: "Send it again later.")
    case .noOperation(let name):
      Failure(
        "lens.no-operation", .failed, "no enabled module provides the operation '\(name)' on files",
        hint: "Enable the module that provides it.")
    case .noWorker(let reason):
      Failure("lens.no-worker", .failed, "the media sandbox: \(reason)")
    case .unready(let code, let sentence, let hint):
      Failure(code, .failed, "\(sentence)", hint: hint.map { Sentence(text: $0) })
    }
  }
}
