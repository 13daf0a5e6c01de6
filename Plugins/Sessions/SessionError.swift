internal import QixModule

/// Errors of sessions and proofs of work that are thrown in several places.
enum SessionError: Failing, Equatable {
  case unknown
  case ended
  case work(bits: Int64)

  var failure: Failure {
    switch self {
    case .unknown:
      Failure(
        "sessions.unknown", .notAllowed, "the session is not one of this installation, or was ended",
        hint: "Sign in again.", forUser: "you are no longer signed in")
    case .ended:
      Failure(
        "sessions.ended", .notAllowed, "the session has ended", hint: "Sign in again.",
        forUser: "you are no longer signed in")
    case .work(let bits):
      Failure(
        "sessions.work", .refused, "the proof of work is missing, too old, or doesn't begin with \(bits) zero bits",
        hint: "The file docs/api.md explains how to make one.",
        forUser: "the proof of work is missing, too old, or doesn't begin with \(bits) zero bits")
    }
  }
}
