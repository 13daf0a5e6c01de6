internal import IdentityContract
internal import QixBatch
internal import QixModule
internal import QixPhone

/// Sets the profiles of a file, in commits of some hundred lines.
///
/// A value that is kept already is no change: the same file again changes nothing.
struct ProfileImport {
  let source: BatchSource
  let format: RecordFormat
  let mapping: ColumnMapping
  let dates: DatePattern?
  let createsUsers: Bool
  let profiles: Profiles
  let directory: Directory
  let context: Context

  /// Lines in one commit: others wait for some ten milliseconds.
  private static let commit = 500

  /// Goes through the file.
  /// - Parameters:
  ///   - isDryRun: whether all of it is taken back.
  ///   - isKeepGoing: whether lines behind one that is refused are done.
  func run(isDryRun: Bool, isKeepGoing: Bool, _ answers: ImportAnswers) throws {
    var lines = try ProfileLines(source, format, mapping, dates: dates)
    let header = lines.header
    var given = GivenValues()
    let progress = context.terminal.progress(
      isDryRun ? "checking" : "profiles", total: source.lineFeeds, unit: "lines")
    defer { progress.finish() }
    while isKeepGoing || answers.counts.refused == 0 {
      try context.terminal.interruption.check()
      let part = lines.next(Self.commit)
      if part.isEmpty { return }
      do {
        let change = Change("identity.import", reason: context.invocation.reason)
        try context.database.write(change, isDryRun: isDryRun) { connection, change in
          let before = answers.counts.changed
          for line in part {
            put(line, header, answers, &given, in: connection)
            if answers.counts.refused > 0, !isKeepGoing { break }
          }
          change.subject = (answers.counts.changed - before).counted("user")
        }
      } catch {
        answers.takeBack()
        throw error
      }
      try answers.write()
      progress.advance(to: answers.counts.lines)
    }
  }

  /// Does one line, all of it or nothing.
  private func put(
    _ line: ProfileLines.Line, _ header: [UInt8]?, _ answers: ImportAnswers, _ given: inout GivenValues,
    in connection: Connection
  ) {
    switch line.content {
    case .failure(let fault):
      let named = line.user.flatMap { name in
        line.isUserUnsure && (try? directory.find(name, in: connection)) == nil ? nil : name
      }
      answers.refuse(line, user: named, fault, header: header)
    case .success(let profile):
      do {
        let (done, user, values) = try connection.savepoint { try set(profile, given, in: connection) }
        for (field, value) in values { given.add(field, value, of: user, line: line.number) }
        answers.accept(line, user: profile.user, done)
      } catch {
        let cause = (error as? FieldFault)?.cause ?? error as? any Diagnosable ?? StorageError.corrupt("\(error)")
        let fault = LineFault(
          file: source.name, line: line.number, column: nil, field: (error as? FieldFault)?.title, cause: cause)
        answers.refuse(line, user: profile.user, fault, header: header)
      }
    }
  }

  /// A value that can't be kept, and its column.
  private struct FieldFault: Error {
    let title: ColumnTitle
    let cause: any Diagnosable
  }

  /// - Returns: what it has changed, one name for the user, and the values that it gives in the form in which they are
  ///   kept.
  private func set(
    _ profile: ProfileLines.Profile, _ given: GivenValues, in connection: Connection
  ) throws -> (done: ImportAnswers.Done, user: String, values: [(field: ProfileField, value: String)]) {
    let found = try directory.find(profile.user, in: connection)
    guard found != nil || createsUsers else { throw UserError.notFound(profile.user) }
    if found == nil { try DoubtfulName.check(profile.user) }
    let id = try found ?? directory.create(externalID: profile.user, in: connection)
    let living = try User.living(id, in: connection)
    // A dry run makes the same user anew in each of its transactions, so that their ids differ.
    let (user, name) = (living.id, living.externalID ?? "\(living.id)")
    let proofs = try Holdings(of: user, in: connection).proofs
    var done = ImportAnswers.Done(isNew: found == nil)
    var values: [(field: ProfileField, value: String)] = []
    for (field, text, title) in profile.values {
      do {
        let value = try profiles.normalised(field, text, in: connection)
        try given.check(field, value, of: name)
        values.append((field, value))
        guard try profiles.value(field, of: user, in: connection) != value else { continue }
        // Nobody's number is taken from them by a file (decision 0043).
        if field.isUnique, proofs.contains(where: { $0.rawValue == field.rawValue }) {
          throw UserError.consentNeeded("replace the proved \(field.label) of \(user)")
        }
        try profiles.set(field, to: text, of: user, in: connection)
        // Kept all the same: the installed tables may be years old.
        if field == .phone, try PhoneNumber(value, region: nil).isKnown == false { done.hasUnknownNumber = true }
      } catch UserError.malformedField(.birthDate, let problem) {
        // What a single command would say, with the option that mends a whole file.
        let withOption = problem + "; --date-format says how a file writes its dates, such as dd.MM.yyyy"
        let cause: UserError =
          if let dates {
            .malformedDate(problem: problem, form: dates.text)
          } else {
            .malformedField(.birthDate, problem: withOption)
          }
        throw FieldFault(title: title, cause: cause)
      } catch let cause as any Diagnosable where cause.category != .damaged {
        throw FieldFault(title: title, cause: cause)
      }
      done.fields.append(field.rawValue)
    }
    return (done, name, values)
  }
}
