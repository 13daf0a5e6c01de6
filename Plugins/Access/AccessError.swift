internal import QixKernel

/// What can be wrong with a token, or with the wish for one. No case holds anything of a secret.
enum AccessError: Diagnosable, Equatable {
  /// The file can't be taken as a token's.
  case file(String, problem: String)
  /// What was given for a path is a token itself; it isn't repeated.
  case tokenAsPath
  /// Others could have read it.
  case exposed(String, mode: UInt32)
  case notAToken(String)
  case mistyped(String)
  /// None of this home, or one whose secret was replaced.
  case unknown(String)
  case revoked(String, Timestamp)
  case expired(String, Timestamp)
  case notFound(String)
  case nameTaken(String)
  case malformedName(String)
  case unknownScope(String, hint: String?)
  case emptyScope(String, Role)
  case beyondMaker(String)
  case expiry(String)
  case ended(String, because: String)

  var category: ErrorCategory {
    switch self {
    case .file, .tokenAsPath, .exposed, .notAToken, .mistyped, .unknown, .revoked, .expired, .beyondMaker: .notAllowed
    case .notFound: .notFound
    case .nameTaken, .ended: .conflict
    case .malformedName, .unknownScope, .emptyScope, .expiry: .usage
    }
  }

  var code: String {
    switch self {
    case .file: "access.token-file"
    case .tokenAsPath: "access.token-as-path"
    case .exposed: "access.token-exposed"
    case .notAToken: "access.not-a-token"
    case .mistyped: "access.token-mistyped"
    case .unknown: "access.token-unknown"
    case .revoked: "access.token-revoked"
    case .expired: "access.token-expired"
    case .notFound: "access.token-not-found"
    case .nameTaken: "access.name-taken"
    case .malformedName: "access.name-malformed"
    case .unknownScope: "access.scope-unknown"
    case .emptyScope: "access.scope-empty"
    case .beyondMaker: "access.beyond-maker"
    case .expiry: "access.expiry"
    case .ended: "access.token-ended"
    }
  }

  var description: String {
    switch self {
    case .file(let path, let problem): "no token can be read from '\(path)': \(problem)"
    case .tokenAsPath: "--as was given a token itself, not the path of a file that holds one"
    case .exposed(let path, let mode):
      "the token file '\(path)' can be read or changed by others (mode \(String(mode, radix: 8)))"
    case .notAToken(let path): "'\(path)' holds something else than a token"
    case .mistyped(let path): "the token in '\(path)' is not as it was made: a character is wrong or missing"
    case .unknown(let path): "the token in '\(path)' is none of this home"
    case .revoked(let name, let time): "the token '\(name)' was revoked at \(time)"
    case .expired(let name, let time): "the token '\(name)' expired at \(time)"
    case .notFound(let reference): "there is no token '\(reference)'"
    case .nameTaken(let name): "there is or was a token '\(name)'"
    case .malformedName: "a token's name is 1 to 40 of a-z, 0-9, '.' and '-', and begins with a letter or digit"
    case .unknownScope(let scope, _): "there is no command or group '\(scope)' to limit a token to"
    case .emptyScope(let scope, let role): "'\(scope)' holds nothing that the role \(role) may run"
    case .beyondMaker(let what): "nobody hands on more rights than their own: \(what)"
    case .expiry(let problem): problem
    case .ended(let name, let because): "the token '\(name)' is \(because) already"
    }
  }

  var hint: String? {
    switch self {
    case .file, .notAToken: "Give --as the file that `qix token create --output FILE` wrote."
    case .tokenAsPath:
      "Give --as, or QIX_AS, the file's path. Shells and the machine may have kept this token: `qix token rotate` it."
    case .exposed(let path, _):
      "Run `chmod 600 '\(path)'`; if somebody may have read it, `qix token rotate` or `qix token revoke` it."
    case .mistyped: "Take the file as it was written, or copy the whole line."
    case .unknown:
      "It may be of another home (--home), or its secret was replaced; `qix token list` shows what there is."
    case .revoked, .expired: "An admin makes another with `qix token create`."
    case .notFound: "See them with `qix token list`."
    case .nameTaken: "Names stay with what was done under them; take another, such as one with a number behind it."
    case .malformedName: nil
    case .unknownScope(_, let hint): hint
    case .emptyScope(_, let role): "See what it may run with `qix role show \(role)`."
    case .beyondMaker: "Ask somebody with these rights, such as the owner of the home folder."
    case .expiry: "Give a date, a moment or a period within a year, such as 2027-06-30 or P90D."
    case .ended: "Make another with `qix token create`."
    }
  }
}
