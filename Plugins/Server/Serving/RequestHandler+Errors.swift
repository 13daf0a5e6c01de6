internal import QixHTTP
internal import QixModule

/// Errors as HTTP tells them.
extension RequestHandler {
  /// The translations in the language that a customer prefers, or else in the installation's.
  func translations(for fields: HTTPFields) -> Translations? {
    translations[Language(accepting: fields["Accept-Language"], else: trust.language)]
  }

  /// - Parameter principal: who asks; nil where it isn't known.
  func problem(of error: any Error, _ teller: ErrorTeller, for principal: Principal?) -> Problem {
    if let problem = error as? Problem { return problem }
    var problem = Problem(teller.told(error), wording)
    if problem.code == Problem.diskFull { room.ranOut() }
    guard !(principal?.mayKnow(.machine) ?? false), base.home.path.contains("/") else { return problem }
    // Where the data lie is nothing that a shop's program could use.
    problem.detail = problem.detail.replacing(base.home.path, with: "…")
    problem.hint = problem.hint?.replacing(base.home.path, with: "…")
    for member in problem.values.members {
      guard let text = member.value.string else { continue }
      problem.values[member.key] = .string(text.replacing(base.home.path, with: "…"))
    }
    return problem
  }
}
