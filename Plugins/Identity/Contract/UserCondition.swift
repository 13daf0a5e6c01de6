package import QixKernel
package import QixStorage

/// A test that a module can put users to, for campaigns, rewards and others that aren't for everybody. Written as its
/// name, a colon and an argument: `tier:gold`.
package struct UserCondition: Sendable {
  /// The word before the colon, the module's for ever: lower-case letters and '-'.
  package let name: String
  /// The placeholder behind the colon, for help: `NAME`, `N`.
  package let argument: String
  /// The condition in words that follow "users who".
  package let summary: String
  /// Says what is wrong with an argument as things are now; nil where nothing is.
  package let problem: @Sendable (_ argument: String, Connection, Context) throws -> String?
  /// Returns why a user doesn't meet it at that moment; nil where they do. The caller follows aliases.
  package let unmet: @Sendable (_ argument: String, UserID, Timestamp, Connection, Context) throws -> Refusal?

  package init(
    _ name: String, argument: String, _ summary: String,
    problem: @escaping @Sendable (String, Connection, Context) throws -> String?,
    unmet: @escaping @Sendable (String, UserID, Timestamp, Connection, Context) throws -> Refusal?
  ) {
    self.name = name
    self.argument = argument
    self.summary = summary
    self.problem = problem
    self.unmet = unmet
  }
}

/// A module that brings conditions.
package protocol UserConditionProviding: Module {
  static var conditions: [UserCondition] { get }
}

/// The conditions of all modules in force.
package struct UserConditions: Sendable {
  /// The conditions, sorted by name.
  package let all: [UserCondition]

  package init(_ registry: Registry) {
    all = registry.modules.compactMap { $0 as? any UserConditionProviding.Type }.flatMap { $0.conditions }
      .sorted { $0.name < $1.name }
  }

  /// Says what is wrong with a condition as it is written; nil where nothing is.
  package func problem(with text: String, in connection: Connection, context: Context) throws -> String? {
    guard let (name, argument) = Self.parts(of: text) else {
      return "'\(text)' is not a condition; write its name, a colon and its value: tier:gold"
    }
    guard let condition = all.first(where: { $0.name == name }) else {
      return all.isEmpty
        ? "there is no condition '\(name)': no enabled module has conditions"
        : "there is no condition '\(name)'; there are \(all.map { "\($0.name):\($0.argument)" }.joined(separator: ", "))"
    }
    return try condition.problem(argument, connection, context)
  }

  /// Why a user doesn't meet all of them; nil where they do. A condition whose module is switched off is met by no
  /// user.
  package func unmet(
    of texts: [String], by user: UserID, at time: Timestamp, in connection: Connection, context: Context
  ) throws -> Refusal? {
    try asked(for: texts).unmet(by: user, at: time, in: connection, context: context)
  }

  /// Finds out once which module judges each, for checks of many users.
  package func asked(for texts: [String]) -> Asked {
    Asked(
      each: texts.map { text in
        let (name, argument) = Self.parts(of: text) ?? (text, "")
        return (argument, all.first { $0.name == name })
      })
  }

  /// Some conditions, and who judges them. A condition whose module is switched off is met by no user.
  package struct Asked: Sendable {
    fileprivate let each: [(argument: String, condition: UserCondition?)]

    /// Why a user doesn't meet all of them, the first one first; nil where they do.
    package func unmet(
      by user: UserID, at time: Timestamp, in connection: Connection, context: Context
    ) throws -> Refusal? {
      for (argument, condition) in each {
        guard let condition else {
          return Refusal(
            "identity.condition-unknown", "we can't check at the moment whether this is for you",
            hint: "Try again later.")
        }
        if let unmet = try condition.unmet(argument, user, time, connection, context) { return unmet }
      }
      return nil
    }
  }

  private static func parts(of text: String) -> (name: String, argument: String)? {
    guard let colon = text.firstIndex(of: ":"), colon != text.startIndex, text.index(after: colon) != text.endIndex
    else { return nil }
    return (String(text[..<colon]), String(text[text.index(after: colon)...]))
  }
}
