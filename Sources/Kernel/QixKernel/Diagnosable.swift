/// The kind of an error: the exit code of a command, the status of a request.
package enum ErrorCategory: Sendable, CaseIterable {
  /// Something outside the program's control failed (disk, network).
  case failed
  /// It failed where it led to: another machine that doesn't answer, a service that isn't set up.
  case elsewhere
  /// The input is malformed: wrong arguments, a bad line of a file.
  case usage
  /// The named thing does not exist.
  case notFound
  /// No or wrong credentials, role or mode.
  case notAllowed
  /// A key was used again with another body, a duplicate, or a state that has already passed.
  case conflict
  /// A rule of the business says no: insufficient coins, budget spent, limit reached.
  case refused
  /// The data is damaged, or made by an incompatible version.
  case damaged
  /// Another process holds it for the moment; trying again may work.
  case busy
  /// The person stopped it.
  case interrupted
}

extension ErrorCategory {
  /// The exit code, the same in every command.
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

/// An error that can be shown to a person: a sentence that says what is wrong, and a hint at how to mend it.
///
/// Neither sentence holds secrets, personal data or bound values of a statement.
package protocol Diagnosable: Error, CustomStringConvertible {
  var category: ErrorCategory { get }
  /// A stable name for programs, such as `coins.insufficient`: the module's id, a dot, the case.
  var code: String { get }
  /// The problem: without a capital letter at its beginning or a full stop at its end.
  var sentence: Sentence { get }
  /// The remedy, for staff: each sentence stands by itself, as those are left out that name a command which the reader
  /// can't run. Nil where there is nothing to say.
  var hint: Sentence? { get }
  /// The sentence for the user whom it is about, in an app, say: it names no command and no id, without a capital
  /// letter at its beginning or a full stop at its end; nil where it doesn't concern them.
  var forUser: Sentence? { get }
  /// Seconds after which the same may go well; nil where that isn't known.
  var retryAfter: Int64? { get }
}

extension Diagnosable {
  package var description: String { sentence.description }
  package var hint: Sentence? { nil }
  package var forUser: Sentence? { nil }
  package var retryAfter: Int64? { nil }
}

/// An error about what stands in a file, and where: all that is told of it to a caller who may not read the file.
package protocol Placed: Diagnosable {
  /// `grants.csv, line 3, column 7`.
  var place: String { get }
  /// The code of the fault, for programs.
  var problemCode: String { get }
}

extension Placed {
  package var problemCode: String { code }
}
