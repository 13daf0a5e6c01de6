internal import QixModule

/// Errors of a token, or of the wish for one. No case holds anything of a secret.
///
/// While a token is being read nobody knows yet who asks: hints of those errors say who runs what they name.
enum AccessError: Failing, Equatable {
  /// The file can't be taken as a token's.
  case file(String, problem: String)
  /// A token was given in place of a path; it isn't repeated.
  case tokenAsPath
  /// Others could have read it.
  case exposed(String, mode: UInt32)
  case notAToken(String)
  case mistyped(String)
  /// Not a token of this home, or one whose secret was replaced.
  case unknown(String)
  case revoked(String, Timestamp)
  case expired(String, Timestamp)
  /// Its secret was replaced while something was being done under it.
  case replaced(String)
  case notFound(String)
  case nameTaken(String)
  case malformedName(String)
  case unknownScope(String, hint: String?)
  case emptyScope(String, Role)
  case beyondMaker(String)
  case grantsNothing(String)
  case expiry(String)
  case ended(String, because: String)

  var failure: Failure {
    switch self {
    case .file(let path, let problem):
      Failure(
        "access.token-file", .notAllowed, "no token can be read from '\(path)': \(problem)",
        hint: "Give --as the file that an admin had `qix token create --output FILE` write.")
    case .tokenAsPath:
      Failure(
        "access.token-as-path", .notAllowed, "--as was given a token itself, not the path of a file that holds one",
        hint:
          "Give --as, or QIX_AS, the file's path. Shells and the machine may have kept this token: have an admin run "
          + "`qix token rotate`."
      )
    case .exposed(let path, let mode):
      Failure(
        "access.token-exposed", .notAllowed,
        "the token file '\(path)' can be read or changed by others (mode \(String(mode, radix: 8)))",
        hint:
          "Run `chmod 600 '\(path)'`; if another user may have read it, have an admin run `qix token rotate` or "
          + "`qix token revoke`.")
    case .notAToken(let path):
      Failure(
        "access.not-a-token", .notAllowed, "'\(path)' doesn't hold a token",
        hint: "Give --as the file that an admin had `qix token create --output FILE` write.")
    case .mistyped(let path):
      Failure(
        "access.token-mistyped", .notAllowed,
        "the token in '\(path)' was changed: a character is wrong or missing",
        hint: "Use the file as it was written, or copy the whole line.")
    case .unknown(let path):
      Failure(
        "access.token-unknown", .notAllowed, "the token in '\(path)' is not one of this home",
        hint: "It may be of another home (--home), or its secret was replaced; an admin sees what there is with "
          + "`qix token list`.")
    case .revoked(let name, let time):
      Failure(
        "access.token-revoked", .notAllowed, "the token '\(name)' was revoked at \(time)",
        hint: "An admin makes another with `qix token create`.")
    case .expired(let name, let time):
      Failure(
        "access.token-expired", .notAllowed, "the token '\(name)' expired at \(time)",
        hint: "An admin makes another with `qix token create`.")
    case .replaced(let name):
      Failure(
        "access.token-unknown", .notAllowed, "the token '\(name)' has another secret by now",
        hint: "Use the secret that `qix token rotate` has made last.")
    case .notFound(let reference):
      Failure(
        "access.token-not-found", .notFound, "there is no token '\(reference)'", hint: "See them with `qix token list`."
      )
    case .nameTaken(let name):
      Failure(
        "access.name-taken", .conflict, "the name '\(name)' belongs to a token that exists or existed",
        hint: "The audit log keeps a name for good; choose another, such as one with a number behind it.")
    case .malformedName:
      Failure(
        "access.name-malformed", .usage,
        "a token's name is 1 to 40 of a-z, 0-9, '.' and '-', and begins with a letter or digit")
    case .unknownScope(let scope, let hint):
      Failure(
        "access.scope-unknown", .usage, "there is no command or group '\(scope)' that a token could be limited to",
        hint: hint)
    case .emptyScope(let scope, let role):
      Failure(
        "access.scope-empty", .usage, "'\(scope)' holds nothing that the role \(role) may run",
        hint: "See what it may run with `qix role show \(role)`.")
    case .beyondMaker(let what):
      Failure(
        "access.beyond-maker", .notAllowed, "a token can't have more rights than its maker: \(what)",
        hint: "Ask a person who has these rights, such as the owner of the home folder.")
    case .grantsNothing(let name):
      Failure(
        "access.grants-nothing", .usage, "'\(name)' may run no command that grants coins, so nothing is to be bounded",
        hint: "Leave --from, --most and --most-per-day out, or give it a role and scopes that grant.")
    case .expiry(let problem):
      Failure(
        "access.expiry", .usage, problem,
        hint: "Give a date, a moment or a period within a year, such as 2027-06-30 or P90D.")
    case .ended(let name, let because):
      Failure(
        "access.token-ended", .conflict, "the token '\(name)' is already \(because)",
        hint: "Make another with `qix token create`.")
    }
  }
}
