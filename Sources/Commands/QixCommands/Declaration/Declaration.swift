package import QixKernel

/// Says everything about one command, once: parsing, help, completions and man pages are read off it.
package struct Declaration: Sendable {
  package let name: String
  /// One sentence, for lists of commands and as the first line of the help.
  package var summary: Sentence { makeSummary() }
  /// Paragraphs, an empty line between them; a terminal wraps each to its width.
  package var discussion: Sentence { makeDiscussion() }
  package let effect: Effect
  /// The roles that may run it besides admins. There is no default: an undecided command doesn't build.
  package let roles: Roles
  /// The roles that may ask for it: the command answers with a request, somebody of `roles` approves it, and the same
  /// command goes through once.
  package let requests: Roles
  /// Whether it is for the owner of the home folder alone, whatever the role of a token: for what hands out the owner's
  /// own rights.
  package let isForOwner: Bool
  /// Whether it needs no other right than its roles: neither scopes nor read-only bound it, and guests may run it where no
  /// customers come by themselves. For signing in and out, and seeing one's own rights.
  package let needsNoRight: Bool
  /// Whether staff at web pages must have shown lately who they are: for what gives rights away, or can't be taken back.
  package let needsFreshSignIn: Bool
  /// Whether it gives coins out, so that the bounds of a token hold for it.
  package let grants: Bool
  /// The roles that may see personal data unmasked, besides admins; nil for a command that shows none.
  package let reveals: Roles?
  /// Whether it checks all data, or something that the caller has brought. It may read for long, and damage that it finds
  /// is its answer.
  package let isCheck: Bool
  package let route: Route
  /// Types of the events after which its answer may be another: over HTTP it can be followed. For a command that reads.
  package var follows: Set<String> { makeFollows() }
  private let makeFollows: @Sendable () -> Set<String>
  /// Whether it answers all of a role alike, so that it is answered once for all who follow it.
  package let isSharedByRole: Bool
  /// Nil for a command that stays.
  package let retirement: Retirement?
  /// The names of the parameters that customers may give, where the command is open to them: all others are closed,
  /// besides the idempotency key, and whatever names a user is themselves.
  package var givenByCustomers: [String] { makeGivenByCustomers() }
  private let makeGivenByCustomers: @Sendable () -> [String]
  private let makeSummary: @Sendable () -> Sentence
  private let makeDiscussion: @Sendable () -> Sentence
  private let makeExamples: @Sendable () -> [Example]
  private let makeAnswer: @Sendable () -> AnswerShape?

  /// Sentences, examples and the answer's shape are made only when they are needed, so that looking for a command among
  /// its siblings costs no more than comparing names.
  package init(
    _ name: String, _ summary: @autoclosure @escaping @Sendable () -> Sentence, roles: Roles,
    requests: Roles = [], discussion: @autoclosure @escaping @Sendable () -> Sentence = "",
    examples: @autoclosure @escaping @Sendable () -> [Example],
    answer: @autoclosure @escaping @Sendable () -> AnswerShape? = nil, effect: Effect = .reads,
    isForOwner: Bool = false, needsNoRight: Bool = false, needsFreshSignIn: Bool = false, grants: Bool = false,
    reveals: Roles? = nil, isCheck: Bool = false,
    route: Route = .derived, follows: @autoclosure @escaping @Sendable () -> Set<String> = [],
    isSharedByRole: Bool = false, retirement: Retirement? = nil,
    givenByCustomers: @autoclosure @escaping @Sendable () -> [String] = []
  ) {
    self.name = name
    self.roles = roles
    self.requests = requests
    self.effect = effect
    self.isForOwner = isForOwner
    self.needsNoRight = needsNoRight
    self.needsFreshSignIn = needsFreshSignIn
    self.grants = grants
    self.reveals = reveals
    self.isCheck = isCheck
    self.route = route
    makeFollows = follows
    self.isSharedByRole = isSharedByRole
    self.retirement = retirement
    makeGivenByCustomers = givenByCustomers
    makeSummary = summary
    makeDiscussion = discussion
    makeExamples = examples
    makeAnswer = answer
  }

  package var examples: [Example] { makeExamples() }

  /// Whether a role may run it, or ask for it.
  package func isOpen(to role: Role) -> Bool { roles.admits(role) || requests.contains(role) }

  /// The shape of its JSON; nil for a command that prints by itself.
  package var answer: AnswerShape? {
    var answer = makeAnswer()
    answer?.readers = roles.union(requests)
    return answer
  }

  /// The standard parameters of a change and of personal data.
  package var standardForms: [ParameterForm] {
    var forms: [ParameterForm] = []
    if reveals != nil { forms.append(StandardParameters.reveal) }
    if effect == .changes { forms.append(StandardParameters.dryRun) }
    if effect == .changes {
      forms.append(StandardParameters.reason)
    } else if reveals != nil {
      forms.append(StandardParameters.reasonToReveal)
    }
    return forms
  }
}

/// Whether a command can change data.
package enum Effect: Sendable {
  case reads
  /// Hands out a secret, or a way to it, and is recorded: not for read-only principals.
  case discloses
  /// Adds `--dry-run` and `--reason TEXT`.
  case changes
}

/// A command line that works as it stands, and what it does.
package struct Example: Sendable {
  package let line: String
  package let explanation: Sentence

  package init(_ line: String, _ explanation: Sentence) {
    self.line = line
    self.explanation = explanation
  }
}

/// The parameters of every command that changes data, or shows personal data.
enum StandardParameters {
  static let dryRun = ParameterForm(
    flag: "dry-run", help: "Show what would happen, and change nothing", purpose: .dryRun)
  static let reason = reason("Why; kept in the audit log")
  static let reveal = ParameterForm(
    flag: "reveal", listing: "FIELD,…",
    help: "Show personal data unmasked, or only some fields of it; needs --reason, kept in the audit log")
  /// Another text for the same option, which is found under the same name.
  static let reasonToReveal = reason("Why you reveal it; kept in the audit log")

  private static func reason(_ help: Sentence) -> ParameterForm {
    ParameterForm(option: "reason", .text, help)
  }
}
