internal import QixCommands
package import QixKernel

/// The exit codes, the same in every command.
package enum ExitCode {
  package static let done: Int32 = 0
  /// The code of a program that SIGPIPE ended, 128 + 13: the reader of standard output has gone. The program ignores
  /// the signal, so that a pipe to a helper can't end it, and gives the same answer by itself.
  package static let outputClosed: Int32 = 141
}

extension ErrorCategory {
  package var exitCode: Int32 {
    switch self {
    case .failed, .elsewhere: 1
    case .usage: 2
    case .notFound: 3
    case .notAllowed: 4
    case .conflict: 5
    case .refused: 6
    case .damaged: 7
    // EX_TEMPFAIL of sysexits.h.
    case .busy: 75
    // The code that a shell reports of a program that SIGINT ended.
    case .interrupted: 130
    }
  }
}
