internal import IdentityContract
internal import QixCrypto
internal import QixFormats
internal import QixKernel
internal import QixShake
internal import QixStorage
internal import QixTerminal

/// Sends the lines of a file, in commits of many lines each.
///
/// Every line is read before the first is sent. Unless it was told to keep going, a line that is no attempt ends it there.
struct ShakeBatch {
  /// Lines in one commit.
  private static let commitSize = 8_192
  /// Bytes of a file: it is held in memory, so that its digest is known before the first line is sent.
  private static let mostBytes = 512 << 20

  private struct Counts {
    var won: Int64 = 0
    var nothing: Int64 = 0
    var refused: Int64 = 0
    var needMore: Int64 = 0
    var replayed: Int64 = 0
    var coins: Int64 = 0
    var faults: Int64 = 0
    var firstFault: ShakeLineFault?
  }

  private typealias Line = (number: Int, content: Result<ShakeRequest, ShakeLineFault>)

  private let name: String
  private let isKeepGoing: Bool
  private let isDryRun: Bool
  private let reason: String?
  private let bytes: ArraySlice<UInt8>
  private let digest: String
  private let resultsPath: String?
  private let directory: any UserDirectory
  private let context: Context

  init(
    _ path: String, isKeepGoing: Bool, isDryRun: Bool, reason: String?, results: String?,
    _ directory: any UserDirectory, _ context: Context
  ) throws {
    name = path == "-" ? "standard input" : path
    self.isKeepGoing = isKeepGoing
    self.isDryRun = isDryRun
    self.reason = reason
    self.directory = directory
    self.context = context
    if results == path, path != "-" {
      throw UsageError("--results names the file that is read", hint: "Give the answers a file of their own.")
    }
    resultsPath = isDryRun ? nil : results
    if let resultsPath { try OutputFile.requirePlace(resultsPath) }
    let input = try context.terminal.input(from: path).readToEnd(limit: Self.mostBytes)
    var hasher = SHA256()
    hasher.update(input)
    digest = Hexadecimal.encode(hasher.finish() as [UInt8])
    bytes = JSONValue.withoutMark(input)
  }

  func run() throws {
    let service = try ShakeService(context)
    var counts = Counts()
    let lines = try read()
    if !isKeepGoing {
      let faults = lines.compactMap { $0.content.fault }
      if let first = faults.first { throw SomeAreNoAttempts(count: faults.count, first: first, isNothingSent: true) }
    }
    let results = try resultsPath.map { path in
      try AnswerFile(
        path, orElse: AnswerFile.Loss(code: "shakes.answers-lost", "shakes that are decided stay decided"),
        context.terminal)
    }
    var answers = JSONWriter()
    func flush() throws {
      defer { answers.removeAll() }
      try results?.write(answers.bytes)
    }
    let progress = context.terminal.progress("shaking", total: Int64(lines.count), unit: "lines")
    context.terminal.catchInterruption()
    defer { progress.finish() }
    var rest = lines[...]
    do {
      while let first = rest.first {
        if context.terminal.interruption.isRequested { throw Interrupted() }
        if case .failure(let fault) = first.content {
          try note(fault, &counts, &answers)
          rest.removeFirst()
        } else {
          let part = rest.prefix(Self.commitSize).prefix { $0.content.fault == nil }
          let requests = part.compactMap { try? $0.content.get() }
          let (done, fault) = try service.run(requests[...], reason: reason, isDryRun: isDryRun)
          for (line, answer) in zip(part, done) { count(answer, line.number, line.content, &counts, &answers) }
          rest = rest.dropFirst(done.count)
          if let fault, let line = rest.first {
            try note(ShakeLineFault(file: name, line: line.number, cause: fault), &counts, &answers)
            rest.removeFirst()
          }
        }
        try flush()
        progress.advance(to: Int64(lines.count - rest.count))
      }
    } catch {
      try? flush()
      results?.abandon()
      try answer(counts)
      throw error
    }
    try answer(counts)
    if let fault = counts.firstFault {
      throw SomeAreNoAttempts(count: Int(counts.faults), first: fault, isNothingSent: false)
    }
  }

  /// Reads every line; users are looked up in one state of the data.
  private func read() throws -> [Line] {
    try context.database.read { connection in
      var lines: [(number: Int, content: Result<ShakeRequest, ShakeLineFault>)] = []
      for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
        guard line.contains(where: { !" \t\r".utf8.contains($0) }) else { continue }
        let number = index + 1
        let digits = String(number)
        let key = "file:\(digest.prefix(16)):" + String(repeating: "0", count: max(0, 9 - digits.count)) + digits
        do {
          lines.append((number, .success(try ShakeLine.request(line, key: key, directory, in: connection))))
        } catch let error as any Diagnosable where error.isAboutOne {
          lines.append((number, .failure(ShakeLineFault(file: name, line: number, cause: error))))
        }
      }
      return lines
    }
  }

  private func note(_ fault: ShakeLineFault, _ counts: inout Counts, _ answers: inout JSONWriter) throws {
    counts.faults += 1
    counts.firstFault = counts.firstFault ?? fault
    write(to: &answers) { writer in
      writer.key("line")
      writer.integer(Int64(fault.line))
      writer.member("outcome", "error")
      writer.member("code", fault.code)
      writer.member("message", fault.problem)
    }
    if !isKeepGoing { throw fault }
  }

  private func count(
    _ answer: ShakeAnswer, _ line: Int, _ content: Result<ShakeRequest, ShakeLineFault>, _ counts: inout Counts,
    _ answers: inout JSONWriter
  ) {
    if answer.isReplay { counts.replayed += 1 }
    switch answer.outcome {
    case .won(let coins, _) where !answer.isReplay:
      counts.won += 1
      counts.coins += coins
    case .nothing where !answer.isReplay: counts.nothing += 1
    case .refused where !answer.isReplay: counts.refused += 1
    case .needsMore: counts.needMore += 1
    default: break
    }
    write(to: &answers) { writer in
      writer.key("line")
      writer.integer(Int64(line))
      if let key = (try? content.get())?.key { writer.member("key", key) }
      writer.member("shake", "\(answer.shake)")
      writer.member("outcome", answer.outcome.name)
      switch answer.outcome {
      case .won(let coins, let transfer):
        writer.key("coins")
        writer.integer(coins)
        writer.member("transfer", transfer)
      case .nothing: break
      case .refused(let refusal):
        writer.member("code", refusal.code)
        writer.member("message", refusal.sentence)
      case .needsMore(let step):
        writer.member("step", step.name)
        writer.key("fields")
        writer.value(.object(step.fields))
      }
      writer.member("replayed", answer.isReplay)
    }
  }

  /// One answer: an object on a line of its own.
  private func write(to answers: inout JSONWriter, _ members: (inout JSONWriter) -> Void) {
    guard resultsPath != nil else { return }
    answers.beginObject()
    members(&answers)
    answers.endObject()
    answers.newLine()
  }

  private func answer(_ counts: Counts) throws {
    // Where answers went to standard output they are all that is there.
    guard resultsPath != "-" else { return }
    var document = Document("shake.batch/1")
    document.field("file", "file", .text(name))
    document.field("sha256", "sha256", .text(digest))
    document.field("won", "won", .integer(counts.won))
    document.field("coins", "coins", .coins(counts.coins))
    document.field("nothing", "won nothing", .integer(counts.nothing))
    document.field("refused", "refused", .integer(counts.refused))
    document.field("needs_more", "need more", .integer(counts.needMore))
    document.field("replayed", "done before", .integer(counts.replayed))
    document.field("errors", "no attempts", .integer(counts.faults))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    if isDryRun { context.terminal.note("Nothing was changed.") }
    if counts.refused > 0, resultsPath == nil {
      context.terminal.note("`--results FILE` and `qix shake list --outcome refused` say why each was refused.")
    }
  }
}

extension Result where Failure == ShakeLineFault {
  fileprivate var fault: ShakeLineFault? { if case .failure(let fault) = self { fault } else { nil } }
}
