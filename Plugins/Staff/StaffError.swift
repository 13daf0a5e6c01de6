internal import QixModule

/// Errors of sessions that are thrown in several places.
enum StaffError: Failing, Equatable {
  /// Not a session of this installation, or one that has ended.
  case ended
  /// What was given doesn't sign in.
  case token(Sentence, hint: Sentence?)

  var failure: Failure {
    switch self {
    case .ended:
      Failure(
        "staff.ended", .notAllowed, "the session has ended", hint: "Sign in again.",
        forUser: "you are no longer signed in")
    case .token(let sentence, let hint):
      Failure("staff.token", .notAllowed, sentence, hint: hint, forUser: "this token is not valid, or no longer")
    }
  }
}
