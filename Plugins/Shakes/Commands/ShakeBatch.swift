internal import IdentityContract
internal import QixBatch
internal import QixCrypto
internal import QixFormats
internal import QixKernel
internal import QixShake
internal import QixStorage
internal import QixTerminal

/// Sends the lines of a file, in commits of many lines each.
///
/// The file is read in pieces, so that its length costs no memory. Unless it was told to keep going, the whole of it is
/// read and checked before the first line is sent.
struct ShakeBatch {
  /// Lines in one commit.
  private static let commitSize = 8_192
  /// Bytes of lines in one commit: each may bring 64 KiB of evidence.
  private static let commitBytes = 8 << 20
  /// Bytes spent on caching pages.
  private static let cache = 32 << 20

  /// A line as it was read.
  private struct Line {
    let number: Int
    let content: Result<ShakeRequest, LineFault>

    var fault: LineFault? { if case .failure(let fault) = content { fault } else { nil } }
    var request: ShakeRequest? { if case .success(let request) = content { request } else { nil } }
  }

  private let source: BatchSource
  private let isKeepGoing: Bool
  private let isDryRun: Bool
  private let reason: String?
  private let directory: any UserDirectory
  private let context: Context
  private var answers: ShakeAnswers

  init(
    _ path: String, isKeepGoing: Bool, isDryRun: Bool, reason: String?, results: String?,
    _ directory: any UserDirectory, _ context: Context
  ) throws {
    // Nothing is read, and no answer file made, where there is no database to do it in.
    try context.database.read { _ in }
    source = try BatchSource(path, isCopied: false, home: context.home, terminal: context.terminal)
    self.isKeepGoing = isKeepGoing
    self.isDryRun = isDryRun
    self.reason = reason
    self.directory = directory
    self.context = context
    if let results, source.isSame(as: results) || source.isSame(as: OutputFile.partial(of: results)) {
      throw UsageError("--results names the file that is read", hint: "Give the answers a file of their own.")
    }
    answers = ShakeAnswers(
      try isDryRun
        ? nil : results.map { try AnswerFile($0, orElse: Self.lost, context.terminal) },
      sentence: context.terminal.sentence)
  }

  private static let lost = AnswerFile.Loss(code: "shakes.answers-lost", "shakes that are decided stay decided")

  mutating func run() throws {
    do {
      if !isKeepGoing { try check() }
    } catch {
      try? answers.finish(hasFailed: true)
      throw error
    }
    do {
      try send()
    } catch {
      try? answers.flush()
      try? answers.finish(hasFailed: true)
      try answer()
      throw error
    }
    try answers.finish(hasFailed: false)
    try answer()
    if let fault = answers.firstFault {
      throw SomeAreNoAttempts(count: answers.faults, first: fault, isNothingSent: false)
    }
  }

  /// Reads the whole file and asks everything that can be known without shaking.
  /// - Throws: `SomeAreNoAttempts` where a line can't be sent.
  private func check() throws {
    var faults: Int64 = 0
    var first: LineFault?
    let progress = context.terminal.progress("checking", total: source.lineFeeds, unit: "lines")
    defer { progress.finish() }
    try context.database.read { connection in
      var reader = try open()
      var keys = KeysOfFile()
      var digests = RequestDigest()
      while let line = try next(&reader, in: connection) {
        guard let request = line.request else {
          faults += 1
          first = first ?? line.fault
          if line.fault?.endsReading == true { break }
          continue
        }
        do {
          try Pipeline.check(request)
          if let key = request.key {
            let digest = digests.digest(of: request)
            guard digest.withUnsafeBytes({ keys.add(key, body: $0) }) else { throw ShakesError.keyConflict(key) }
          }
        } catch let error as any Diagnosable {
          faults += 1
          first = first ?? LineFault(file: source.name, line: line.number, column: nil, cause: error)
        }
        if reader.record & 4_095 == 0 { progress.advance(to: Int64(reader.record)) }
      }
    }
    if let first { throw SomeAreNoAttempts(count: faults, first: first, isNothingSent: true) }
  }

  private mutating func send() throws {
    let service = try ShakeService(context)
    try context.database.setCache(bytes: Self.cache)
    let progress = context.terminal.progress("shaking", total: source.lineFeeds, unit: "lines")
    defer { progress.finish() }
    context.terminal.catchInterruption()
    var reader = try open()
    while true {
      // Users are looked up in one state of the data.
      let lines = try context.database.read { try part(&reader, in: $0) }
      guard !lines.isEmpty else { return }
      try send(lines, by: service)
      progress.advance(to: Int64(reader.record))
    }
  }

  private mutating func send(_ lines: [Line], by service: ShakeService) throws {
    var rest = lines[...]
    while let first = rest.first {
      if context.terminal.interruption.isRequested { throw Interrupted() }
      if let fault = first.fault {
        try refuse(fault)
        rest.removeFirst()
      } else {
        let part = rest.prefix { $0.fault == nil }
        let requests = part.compactMap(\.request)
        let (done, fault) = try service.run(requests[...], reason: reason, isDryRun: isDryRun)
        for (line, answer) in zip(part, done) { answers.note(answer, line: line.number, key: line.request?.key) }
        rest = rest.dropFirst(done.count)
        if let fault, let line = rest.first {
          try refuse(LineFault(file: source.name, line: line.number, column: nil, cause: fault))
          rest.removeFirst()
        }
      }
      try answers.flush()
    }
  }

  private mutating func refuse(_ fault: LineFault) throws {
    answers.note(fault)
    if !isKeepGoing || fault.endsReading { throw fault }
  }

  private func open() throws -> RecordReader {
    try RecordReader(
      source: source.rewound(), name: source.name, format: .jsonLines, example: ShakeLineError.example)
  }

  /// Reads the lines of one commit; none at the end.
  private func part(_ reader: inout RecordReader, in connection: Connection) throws -> [Line] {
    var lines: [Line] = []
    var bytes = 0
    while lines.count < Self.commitSize, bytes < Self.commitBytes, let line = try next(&reader, in: connection) {
      lines.append(line)
      // Whoever goes on behind it gets the same error again.
      if line.fault?.endsReading == true { break }
      bytes += reader.raw().count
    }
    return lines
  }

  /// Reads the next line; nil at the end. What is wrong with the line itself is a part of what is returned.
  private func next(_ reader: inout RecordReader, in connection: Connection) throws -> Line? {
    do {
      guard try reader.next() else { return nil }
    } catch {
      let fault = LineFault(error, line: reader.line)
      return Line(number: fault.line, content: .failure(fault))
    }
    do {
      let request = try ShakeLine.request(
        Array(reader.raw()), key: source.lineKeys.key(ofLine: reader.line), directory, in: connection)
      return Line(number: reader.line, content: .success(request))
    } catch let error as any Diagnosable where error.isAboutOne {
      let fault = LineFault(file: source.name, line: reader.line, column: nil, cause: error)
      return Line(number: reader.line, content: .failure(fault))
    }
  }

  private func answer() throws {
    guard !answers.takesStandardOutput else { return }
    var document = Document("shake.batch/1")
    document.field("file", "file", .text(source.name))
    document.field("sha256", "sha256", .text(source.digest))
    document.field("won", "won", .integer(answers.won))
    document.field("coins", "coins", .coins(answers.coins))
    document.field("nothing", "won nothing", .integer(answers.nothing))
    document.field("refused", "refused", .integer(answers.refused))
    document.field("needs_more", "need more", .integer(answers.needMore))
    document.field("waiting", "wait", .integer(answers.waiting))
    document.field("replayed", "done before", .integer(answers.replayed))
    document.field("errors", "no attempts", .integer(answers.faults))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    if isDryRun { context.terminal.note("Nothing was changed.") }
    if answers.refused > 0, !answers.areWritten {
      context.terminal.note("`--results FILE` and `qix shake list --outcome refused` say why each was refused.")
    }
  }
}
