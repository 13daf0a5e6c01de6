package import QixKernel

/// Why there is no answer about a file. No sentence has the file's name in it.
package enum LensError: Diagnosable, Equatable {
  /// The file can't be opened, or is no regular one.
  case unopened(String)
  /// The operation has looked at it and says why it can't answer.
  case fault(LensFault, sentence: String)
  /// The worker broke off over it, fell silent, or wanted more than its limits.
  case unreadable
  /// There is no such operation in this program.
  case noOperation(String)
  /// No worker can be had.
  case noWorker(String)
  /// A worker can't load what the operation needs, in the words of whatever it lacks.
  case unready(code: String, sentence: String, hint: String?)

  package var category: ErrorCategory {
    switch self {
    case .unopened, .fault, .unreadable: .usage
    case .noOperation, .noWorker, .unready: .failed
    }
  }

  package var code: String {
    switch self {
    case .unopened: "lens.unopened"
    case .fault(let fault, _): "lens.\(fault.code)"
    case .unreadable: "lens.unreadable"
    case .noOperation: "lens.no-operation"
    case .noWorker: "lens.no-worker"
    case .unready(let code, _, _): code
    }
  }

  package var description: String {
    switch self {
    case .unopened(let reason): "the file can't be read: \(reason)"
    case .fault(_, let sentence): sentence
    case .unreadable: "the file can't be read: looking at it broke off, or took too long"
    case .noOperation(let name): "no enabled module brings the look '\(name)' at files"
    case .noWorker(let reason): "the process that looks at files: \(reason)"
    case .unready(_, let sentence, _): sentence
    }
  }

  package var hint: String? {
    switch self {
    case .unopened: "Name a file that is there and can be read."
    case .fault, .unreadable: "Take the original file, as the camera or the program wrote it."
    case .noOperation: "Enable the module that brings it."
    case .noWorker: nil
    case .unready(_, _, let hint): hint
    }
  }
}
