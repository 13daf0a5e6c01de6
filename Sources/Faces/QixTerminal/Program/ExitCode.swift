/// The exit codes, the same in every command.
package enum ExitCode {
  package static let done: Int32 = 0
  /// The code of a program that SIGPIPE ended, 128 + 13: the reader of standard output has gone. The program ignores
  /// the signal, so that a pipe to a helper can't end it, and gives the same answer by itself.
  package static let outputClosed: Int32 = 141
}
