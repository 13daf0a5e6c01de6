internal import QixCalendar
package import QixFormats
package import QixKernel

/// A command that is called by another face of the program than the command line, such as the server: the same values,
/// the same gate, the same answer.
package struct Call {
  package let place: CommandTree.Place
  package let declaration: Declaration
  private let type: any AnyCommand.Type
  private let command: PreparedCommand
  private var values = ParsedValues()
  /// Says among whose keys a customer's is meant, whatever has carried it: their own where it is nil, or those of a user
  /// who has become them, under whom it was used.
  package var keyOwner: @Sendable (_ key: String) throws -> UserID? = { _ in nil }
  /// Nobody until somebody was admitted.
  private var principal = Principal.nobody

  /// - Precondition: the place is a command's.
  package init(_ place: CommandTree.Place) {
    guard case .command(let type) = place.node else { preconditionFailure("\(place.text) is no command") }
    self.place = place
    self.type = type
    declaration = type.declaration
    command = type.prepared()
    forms = command.forms
  }

  /// What the command takes from who was admitted, the standard parameters included.
  package private(set) var forms: [ParameterForm]

  /// Whether who was admitted may give a parameter.
  package func takes(_ form: ParameterForm) -> Bool {
    !principal.isCustomer || forms.contains { $0.label == form.label }
  }

  /// Whether its work can be handed in.
  package var isDeferring: Bool { command.begin != nil }

  package func contains(_ form: ParameterForm) -> Bool { values.contains(form) }

  /// - Throws: `UsageError` when the text is no value of the parameter, or it can be given once and was.
  package mutating func give(_ text: String, to form: ParameterForm) throws {
    try give(form.kind == .flag && text.isEmpty ? .on : .text(text), to: form)
  }

  /// Gives a value of JSON: a number as a number where the parameter is one, and the elements of an array one by one.
  /// - Throws: `JSONTypeError` for a value of another type, and what giving a text throws.
  package mutating func give(_ value: JSONValue, to form: ParameterForm) throws {
    for given in try form.given(value) { try give(given, to: form) }
  }

  mutating func give(_ given: GivenValue, to form: ParameterForm) throws {
    guard takes(form) else {
      throw UsageError("\(form.told) is not for customers")
    }
    if let user = principal.user { return try values.add(form.own(given, of: user, keyOwner), to: form) }
    if form.purpose == .key, case .text(let key) = given, IdempotencyKey.looksLikeCustomers(key) {
      throw UsageError(
        "keys that begin with '\(IdempotencyKey.reserved)' are those of customers", hint: "Give another key.")
    }
    try values.add(given, to: form)
  }

  /// Makes sure that a principal may run the command at all, before anything that they gave is looked at.
  /// - Throws: `GateError`
  package mutating func admit(_ principal: Principal) throws(GateError) {
    try Gate(path: place.path, declaration: declaration).admit(principal, reveals: false)
    self.principal = principal
    guard principal.isCustomer else { return }
    let given = declaration.givenByCustomers
    forms = command.forms.filter { $0.isForCustomers(given) && (!$0.isOfUser || principal.user != nil) }
  }

  /// Runs the command on behalf of who was admitted; the answer goes to the streams, as JSON.
  /// - Parameters:
  ///   - base: the context that the server has prepared; the call adds the principal, the face and the invocation.
  ///   - zone: in which times without one are meant; nil leaves it to the installation.
  ///   - report: is told the limits on what the principal may be told of errors, before anything is done.
  /// - Throws: what the command throws, `GateError`, or `UsageError` for what is missing.
  package func run(
    in base: Context, streams: Streams, zone: String? = nil,
    report: (ErrorTeller) -> Void = { _ in }
  ) throws {
    let (values, context) = try ready(in: base, streams, zone, report)
    try command.run(values, context)
  }

  /// Hands in the command's work, where it can be.
  /// - Parameter done: is called once, on any thread, with what is left to do: it shows the answer, or throws.
  /// - Returns: false where the command has to be run instead.
  /// - Throws: what `run` throws before the command begins.
  package func begin(
    in base: Context, streams: Streams, zone: String? = nil, report: (ErrorTeller) -> Void,
    done: @escaping @Sendable (@escaping @Sendable () throws -> Void) -> Void
  ) throws -> Bool {
    guard let begin = command.begin else { return false }
    let (values, context) = try ready(in: base, streams, zone, report)
    return try begin(values, context, done)
  }

  private func ready(
    in base: Context, _ streams: Streams, _ zone: String?, _ report: (ErrorTeller) -> Void
  ) throws -> (ParsedValues, Context) {
    let face = JSONFace(streams, zone: try zone.map(Self.zone))
    var values = values
    if let user = principal.user {
      // Whatever names a user is themselves, said or not.
      for form in command.forms where form.isOfUser && !values.contains(form) { try values.add("\(user)", to: form) }
    }
    var context = base.acting(as: principal)
    let invocation = Invocation(values)
    context.equip(face, invocation, isStandalone: type.isStandalone)
    context.runningLine =
      declaration.effect == .changes ? RunningLine(path: place.path, values, command.forms, zone: face.zone) : nil
    let line = RunnableCommands.Line(path: place.path) { [values] in values.words }
    report(
      ErrorTeller(
        clearance: context.face.clearance,
        commands: RunnableCommands(tree: context.commands, principal: principal, failed: line)))
    let gate = Gate(path: place.path, declaration: declaration)
    let reveals = declaration.reveals != nil && invocation.reveals
    try gate.admit(principal, reveals: reveals)
    try gate.requireFreshSignIn(
      of: principal, at: base.clock.now(), reveals: reveals, isDryRun: invocation.isDryRun)
    context.invocation.approvers = gate.approvers(for: principal)
    try values.complete(command.forms, help: place.text)
    try OutputPlaces(program: context.commands.program, stranger: principal.name).check(values, of: command.forms)
    try invocation.check(for: declaration)
    // What is personal of them is no secret to them.
    if let user = principal.user {
      context.acquaintances?.meet("\(user)")
      context.invocation.reveals = declaration.reveals != nil
    }
    return (values, context)
  }

  private static func zone(_ name: String) throws -> TimeZone {
    do throws(ValueError) {
      return try ValueType<TimeZone>.zone.parse(name)
    } catch {
      throw UsageError("zone: \(error.description)")
    }
  }
}

extension ParameterForm {
  /// Whether customers may give it: what names a user names themselves. A dry run is not theirs: it would tell whether a
  /// guess is right, and leave neither a trace nor a try that counts.
  /// - Parameter given: the names that the command's declaration opens.
  package func isForCustomers(_ given: [String]) -> Bool {
    isOfUser || purpose == .key || given.contains(name)
  }

  /// Rows of a list that customers get at once.
  private static let mostRows: Int64 = 200

  /// A user's own value: themselves for `me`, and a key among keys of their own, so that it meets no other's.
  /// - Parameter keyOwner: among whose keys one is meant; nil for their own.
  fileprivate func own(
    _ given: GivenValue, of user: UserID, _ keyOwner: (_ key: String) throws -> UserID?
  ) throws -> GivenValue {
    if isOfUser {
      guard [.text("me"), .text("\(user)")].contains(given) else {
        throw UsageError("\(name) can only be you yourself", hint: "Leave it out, or write me.")
      }
      return .text("\(user)")
    }
    switch (purpose, given) {
    // A page for a telephone, and not all that a report would read.
    case (.rows, .number(let rows)) where (1...Self.mostRows).contains(rows): return given
    case (.rows, .text(let text)) where (1...Self.mostRows).contains(Int64(text) ?? 0): return given
    case (.rows, _): throw UsageError("\(told) is a whole number from 1 to \(Self.mostRows)")
    case (.key, .text(let key)) where !key.isEmpty:
      return .text(IdempotencyKey.ofCustomer(try keyOwner(key) ?? user, key))
    default: return given
    }
  }
}

/// Says of an error what a caller may be told.
package struct ErrorTeller: Sendable {
  let clearance: Clearance?
  private let commands: RunnableCommands?

  package init() { self.init(clearance: nil, commands: nil) }
  init(clearance: Clearance?, commands: RunnableCommands?) {
    (self.clearance, self.commands) = (clearance, commands)
  }
  /// The clearance of any customer.
  package init(forCustomersOf tree: CommandTree) {
    self.init(clearance: Clearance(.guest, nil, tree), commands: nil)
  }

  package func told(_ error: any Error) -> ErrorReport { ErrorReport(error, for: clearance, naming: commands) }
}
