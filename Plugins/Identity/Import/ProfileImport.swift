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
  /// Whether the names of those who are made are meant as they are written.
  let isExact: Bool
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
    var names = NewNames(isExact: isExact)
    let progress = context.face.progress(
      isDryRun ? "checking" : "profiles", total: source.lineFeeds, unit: "lines")
    defer { progress.finish() }
    while isKeepGoing || answers.counts.refused == 0 {
      try context.face.interruption.check()
      let part = lines.next(Self.commit)
      if part.isEmpty { return }
      do {
        let change = Change("identity.import", reason: context.invocation.reason)
        try context.database.write(change, isDryRun: isDryRun) { connection, change in
          let before = answers.counts.changed
          for line in part {
            put(line, header, answers, &given, &names, in: connection)
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
    _ names: inout NewNames, in connection: Connection
  ) {
    switch line.content {
    case .failure(let fault):
      let named = line.user.flatMap { name in
        line.isUserUnsure && (try? directory.find(name, in: connection)) == nil ? nil : name
      }
      answers.refuse(line, user: named, fault, header: header)
    case .success(let profile):
      do {
        let (done, user, values) = try connection.savepoint { try set(profile, given, &names, in: connection) }
        for (field, value) in values { given.add(field, value, of: user, line: line.number) }
        answers.accept(line, user: profile.user, done)
      } catch {
        let faults = (error as? FieldFaults)?.faults ?? []
        let cause = faults.first?.cause ?? error as? any Diagnosable ?? StorageError.corrupt("\(error)")
        var fault = LineFault(
          file: source.name, line: line.number, column: nil, field: faults.first?.field, cause: cause)
        fault.others = faults.dropFirst().map { LineFault.Other(field: $0.field, cause: $0.cause) }
        answers.refuse(line, user: profile.user, fault, header: header)
      }
    }
  }

  /// All that is wrong with a line; of what no column says there is no field.
  private struct FieldFaults: Error {
    var faults: [(field: ColumnTitle?, cause: any Diagnosable)] = []

    /// Runs what may find a fault, and goes on behind it; not so where it is the database that can't go on.
    mutating func noting<Result>(_ field: ColumnTitle?, _ body: () throws -> Result) throws -> Result? {
      do {
        return try body()
      } catch let cause as any Diagnosable where cause.category != .damaged && !(cause is StorageError) {
        faults.append((field, cause))
        return nil
      }
    }
  }

  /// - Returns: what it has changed, one name for the user, and the values that it gives in the form in which they are
  ///   kept.
  private func set(
    _ profile: ProfileLines.Profile, _ given: GivenValues, _ names: inout NewNames, in connection: Connection
  ) throws -> (done: ImportAnswers.Done, user: String, values: [(field: ProfileField, value: String)]) {
    var faults = FieldFaults()
    let found = try faults.noting(nil) { try person(profile.user, &names, in: connection) }
    let read = try profile.values.compactMap { field, text, title in
      try faults.noting(title) {
        (field: field, value: try normalised(field, text.get(), in: connection), text: try text.get(), title: title)
      }
    }
    guard let living = found else { throw faults }
    // A dry run makes the same user anew in each of its transactions, so that their ids differ.
    let (user, name) = (living.user.id, living.user.externalID ?? "\(living.user.id)")
    let proofs = try Holdings(of: user, in: connection).proofs
    var done = ImportAnswers.Done(isNew: living.isNew)
    let contacts = read.filter(\.field.isUnique).map { (field: $0.field, value: $0.value) }
    let mayClaim = try profiles.mayClaim(contacts, of: user, in: connection)
    for (field, value, text, title) in read {
      let isChanged = try faults.noting(title) {
        try given.check(field, value, of: name)
        let kept = try profiles.value(field, of: user, in: connection)
        guard kept != value else { return false }
        // A file takes no proved number from a user (decision 0043), nor the spelling that they have proved.
        if field.isUnique, proofs.contains(where: { $0.rawValue == field.rawValue }) {
          if kept.map(field.found) == field.found(value) { return false }
          throw UserError.consentNeeded("replace the verified \(field.label) of \(user)")
        }
        try profiles.set(field, to: text, of: user, in: connection)
        return true
      }
      guard isChanged ?? false else { continue }
      // Kept all the same: the installed tables may be years old.
      if field == .phone {
        let region: String? = try connection.value(of: IdentityModule.phoneRegion)
        done.doubt = try PhoneNumber(PlainText.trimmed(text), region: region).doubt
      }
      done.fields.append(field.rawValue)
    }
    guard faults.faults.isEmpty else { throw faults }
    if mayClaim {
      try profiles.claim(contacts.map(\.field), of: user, in: connection)
      for field in contacts.map(\.field.rawValue) where !done.fields.contains(field) { done.fields.append(field) }
    }
    let changed = contacts.map(\.field.rawValue).filter(done.fields.contains).sorted()
    if !changed.isEmpty {
      // The entry of the whole file names no users, and their numbers belong to their history.
      try AuditLog.append(
        Change(
          "identity.set", subject: "\(user) \(changed.joined(separator: ","))", reason: context.invocation.reason),
        by: context.principal.name, at: context.clock.now(), in: connection)
    }
    return (done, name, read.map { ($0.field, $0.value) })
  }

  /// The user whom a line names, made where there is none and that is wanted.
  private func person(
    _ name: String, _ names: inout NewNames, in connection: Connection
  ) throws -> (user: User, isNew: Bool) {
    let found = try directory.find(name, in: connection)
    guard found != nil || createsUsers else { throw UserError.notFound(name) }
    if found == nil {
      try DoubtfulName.check(name, isExact: isExact)
      try names.check(name, by: directory, in: connection)
    }
    let id = try found ?? directory.create(externalID: name, in: connection)
    return (try User.living(id, in: connection), found == nil)
  }

  private func normalised(_ field: ProfileField, _ text: String, in connection: Connection) throws -> String {
    do {
      return try profiles.normalised(field, text, in: connection)
    } catch UserError.malformedField(.birthDate, let problem) {
      // What a single command would say, with the option that mends a whole file.
      if let dates { throw UserError.malformedDate(problem: problem, form: dates.text) }
      throw UserError.malformedField(
        .birthDate,
        problem: problem + "; --date-format says how a file writes its dates, such as dd.MM.yyyy")
    }
  }
}
