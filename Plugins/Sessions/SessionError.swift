internal import QixModule

enum SessionError: Failing, Equatable {
  case unknown
  case ended
  case noGuests
  case notFound
  case notSaid
  case work(bits: Int64)
  case workUsed

  var failure: Failure {
    switch self {
    case .unknown:
      Failure(
        "sessions.unknown", .notAllowed, "the session is not one of this home, or was ended",
        hint: "Sign in again.", forUser: "you are no longer signed in")
    case .ended:
      Failure(
        "sessions.ended", .notAllowed, "the session has ended", hint: "Sign in again.",
        forUser: "you are no longer signed in")
    case .noGuests:
      Failure(
        "sessions.no-guests", .notAllowed, "customers don't come here by themselves",
        hint: "An operator opens it: `qix setting set sessions.guests open`.",
        forUser: "you can't come here by yourself")
    case .notFound:
      Failure(
        "sessions.not-found", .notFound, "that user has no such session", hint: "See them with `qix session list`.",
        forUser: "you have no such session")
    case .notSaid:
      Failure(
        "sessions.not-said", .usage, "say which session ends: SESSION, or --all for all of the user's",
        hint: "See them with `qix session list --user USER`.")
    case .work(let bits):
      Failure(
        "sessions.work", .refused, "the proof of work is missing, too old, or doesn't begin with \(bits) zero bits",
        hint: "docs/api.md says how it is made.",
        forUser: "the proof of work is missing, too old, or doesn't begin with \(bits) zero bits")
    case .workUsed:
      Failure(
        "sessions.work-used", .refused, "this proof of work was used before", hint: "Make another.",
        forUser: "this proof of work was used before")
    }
  }
}
