internal import Glibc
internal import QixCommands

/// Signals that would end the program in the middle of its work, for what an error tells of in the right place: a reader
/// that has gone away (EPIPE), and a file that may not become longer (EFBIG, `ulimit -f`).
package enum IgnoredSignals {
  package static let all = [SIGPIPE, SIGXFSZ]

  package static func ignore() { for one in all { signal(one, SIG_IGN) } }

  /// For the moment before another program takes this one's place: it would inherit what is ignored.
  package static func restore() { for one in all { signal(one, SIG_DFL) } }
}
