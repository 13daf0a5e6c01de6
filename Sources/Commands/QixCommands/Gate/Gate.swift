package import QixKernel

/// The one place through which every run of a command goes, before it does anything: does the principal have the
/// right? Whatever isn't said to be allowed is refused.
package struct Gate {
  /// The words of the command without the program's name: `coins issue`.
  package let command: String
  package let declaration: Declaration

  /// - Parameter path: the command's words, the program's name first.
  package init(path: [String], declaration: Declaration) {
    // Without the generic `joined`, which every start would pay for.
    var command = ""
    for word in path.dropFirst() { command += command.isEmpty ? word : " " + word }
    self.command = command
    self.declaration = declaration
  }

  package func admit(_ principal: Principal, reveals: Bool) throws(GateError) {
    guard let role = principal.role else { throw .nobody(command) }
    // Before the roles, none of which is of any help here.
    guard principal.isOwner || !declaration.isForOwner else { throw .ownerOnly(principal.name, command) }
    guard declaration.isOpen(to: role) else { throw .role(principal.name, role, command, declaration.roles) }
    if declaration.needsNoRight { return }
    guard principal.covers(command) else { throw .scope(principal.name, command) }
    // A read-only principal doesn't get to see hidden data, either.
    if principal.isReadOnly, declaration.effect != .reads { throw .readOnly(principal.name, command) }
    guard reveals else { return }
    guard let revealing = declaration.reveals, revealing.admits(role) else {
      throw .role(principal.name, role, "\(command) --reveal", declaration.reveals ?? [])
    }
    // A revealing read is written down, and this principal writes nothing.
    if principal.isReadOnly { throw .readOnly(principal.name, "\(command) --reveal") }
  }
}

extension Gate {
  /// Makes sure that staff at web pages have shown lately who they are, where the command needs that: for personal data,
  /// and for what its declaration says so of. A dry run needs it for personal data alone.
  package func requireFreshSignIn(
    of principal: Principal, at now: Timestamp, reveals: Bool, isDryRun: Bool
  ) throws(GateError) {
    guard let end = principal.confirmedUntil, end <= now else { return }
    if reveals || declaration.needsFreshSignIn && !isDryRun { throw .staleSignIn(principal.name, command) }
  }

  /// The roles that approve what a principal does with the command; nil if no approval is needed.
  package func approvers(for principal: Principal) -> Roles? {
    principal.role.map(declaration.roles.admits) == true ? nil : declaration.roles.ofStaff
  }
}

/// The reason why a principal may not run a command; exit code 4.
package enum GateError: Failing, Equatable {
  case nobody(String)
  case role(String, Role, String, Roles)
  case scope(String, String)
  case readOnly(String, String)
  case ownerOnly(String, String)
  /// Staff at web pages have not shown lately who they are.
  case staleSignIn(String, String)
  /// The local user is not who the home folder belongs to.
  case notOwner(home: String, owner: UInt32?, user: UInt32)

  package var failure: Failure {
    switch self {
    case .nobody(let command):
      Failure(
        "access.nobody", .notAllowed, "'\(command)' needs a known caller, and none is known here",
        hint: "This is a fault of qix; please report it.")
    case .role(let name, let role, let command, let roles):
      Failure(
        "access.role", .notAllowed, "'\(command)' is for \(roles.names(joining: "and")); \(name) has the role \(role)",
        hint: "See what a role may do with `qix role show ROLE`. An admin makes tokens.")
    case .scope(let name, let command):
      Failure(
        "access.scope", .notAllowed, "'\(command)' is not among the commands that \(name) was made for",
        hint: "Use another token. An admin sees what each is for with \(always: "qix token list").")
    case .readOnly(let name, let command):
      Failure(
        "access.read-only", .notAllowed,
        "'\(command)' changes or reveals something, and \(name) was made for reading only",
        hint: "Use another token. An admin sees what each is for with \(always: "qix token list").")
    case .ownerOnly(let name, let command):
      Failure(
        "access.owner-only", .notAllowed,
        "'\(command)' is for the owner of the home folder alone, since it acts with their rights; \(name) is not them",
        hint: "Run it as the folder's owner, without --as (QIX_AS, `as` in the config file).")
    case .staleSignIn(let name, let command):
      Failure(
        "staff.confirm", .notAllowed, "'\(command)' needs a recent sign-in, and that of \(name) is too old",
        hint: "Sign in once more to confirm who you are. Then repeat the request.")
    case .notOwner(let home, let owner?, let user):
      Failure(
        "access.not-owner", .notAllowed,
        "the home folder \(home) belongs to the user \(owner) of this system, and you are \(user)",
        hint: "Run it as the folder's owner, or with --as TOKEN-FILE.")
    case .notOwner(let home, nil, let user):
      Failure(
        "access.not-owner", .notAllowed,
        "whose the home folder \(home) is can't be seen by the user \(user) of this system",
        hint: "Run it as the folder's owner, or with --as TOKEN-FILE.")
    }
  }
}

extension Roles {
  /// `admin`, `admin and operator`: admins are always among them, customers are left out.
  package func names(joining word: String) -> String {
    let names = Role.ofTokens.filter(admits).map(\.rawValue)
    return names.count < 2 ? names.joined() : "\(names.dropLast().joined(separator: ", ")) \(word) \(names.last ?? "")"
  }
}
