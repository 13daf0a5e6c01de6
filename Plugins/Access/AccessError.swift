internal import QixModule

/// Errors of a token, or of the wish for one. No case holds anything of a secret.
///
/// Until a token is known, its caller is not: hints say who runs the commands that they name.
enum AccessError: Failing, Equatable {
  /// The file can't be taken as a token's.
  case file(String, problem: String)
  /// Not a token of this home, or one whose secret was replaced.
  case unknown(String)
  case revoked(String, Timestamp)
  case expired(String, Timestamp)
  /// Its secret was replaced while something was being done under it.
  case replaced(String)
  case beyondMaker(String)
  case expiry(String)

  var failure: Failure {
    switch self {
    case .file(let path, let problem):
      Failure(
        "access.token-file", .notAllowed, "no token can be read from '\(path)': \(problem)",
        hint: "Give --as the file that an admin had \(always: "qix token create --output FILE") write.")
    case .unknown(let path):
      Failure(
        "access.token-unknown", .notAllowed, "the token in '\(path)' is not one of this installation",
        hint: """
          It may belong to another installation (--home), or its secret was replaced. An admin lists the tokens \
          with `qix token list`.
          """)
    case .revoked(let name, let time):
      Failure(
        "access.token-revoked", .notAllowed, "the token '\(name)' was revoked at \(time)",
        hint: "An admin makes another with \(always: "qix token create NAME --role ROLE").")
    case .expired(let name, let time):
      Failure(
        "access.token-expired", .notAllowed, "the token '\(name)' expired at \(time)",
        hint: "An admin makes another with \(always: "qix token create NAME --role ROLE").")
    case .replaced(let name):
      Failure(
        "access.token-unknown", .notAllowed, "the token '\(name)' has a newer secret",
        hint: "Use the newest secret that `qix token rotate` has made.")
    case .beyondMaker(let what):
      Failure(
        "access.beyond-maker", .notAllowed, "a token can't have more rights than its maker: \(what)",
        hint: "Ask a person who has these rights, such as the owner of the data folder.")
    case .expiry(let problem):
      Failure(
        "access.expiry", .usage, "\(problem)",
        hint: "Give a date, a time or a period within a year, such as 2027-06-30 or P90D.")
    }
  }
}
