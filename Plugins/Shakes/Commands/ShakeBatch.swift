internal import IdentityContract
internal import QixBatch
internal import QixCrypto
internal import QixShake

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
    let name: LineName
    let content: Result<ShakeRequest, LineFault>
    /// The value by which it is known within the batch; 0 where it is no attempt, or of a file that was begun before 0.6.0.
    var meaning: UInt64 = 0
    /// Whether it has a key of its own under which nothing was sent.
    var hasNewKey = false
    var place: BatchRows.Place?

    var isKeyed: Bool { (try? content.get())?.key != nil }
    var fault: LineFault? { if case .failure(let fault) = content { fault } else { nil } }
    var request: ShakeRequest? {
      guard case .success(var request) = content else { return nil }
      request.key = place?.key ?? request.key
      return request
    }
  }

  private let source: BatchSource
  private let isKeepGoing: Bool
  private let directory: any UserDirectory
  private let context: Context
  private var isDryRun: Bool { context.isDryRun }
  /// Which lines without a key were sent before; nil for a file that was begun by a version before 0.6.0.
  private let rows: BatchRows?
  private let started: Timestamp
  private var digests = RequestDigest()
  /// Lines that say what a line before them says.
  private var identical = 0
  /// Whether there are answers, which name users as the file does.
  private let namesUsers: Bool
  private var answers: ShakeAnswers

  init(
    _ path: String, isKeepGoing: Bool, results: String?, _ wish: BatchWish, _ context: Context
  ) throws {
    // Nothing is read, and no answer file made, where there is no database to do it in.
    try context.database.read { _ in }
    // Places, links and evidence are kept, and `qix shake show` tells them.
    try context.face.requireOwnFile(path, option: "--file")
    let source = try BatchSource(path, isCopied: false, home: context.home, face: context.face)
    self.source = source
    var found: BatchRows?
    try context.database.read { connection in
      let isOld = try Self.isBegun(source.lineKeys, in: connection)
      guard wish != .unsaid || !isOld else { return }
      found = try BatchRows(
        wish, action: ShakeService.action, file: source.name, isNameless: source.isNameless, sha256: source.digest,
        by: context.database.actor, knowsOthers: context.mayTell(.key), in: connection)
      found?.awaitsAnswers = results != nil
    }
    rows = found
    started = context.clock.now()
    self.isKeepGoing = isKeepGoing
    directory = try context.service(Users.directory)
    self.context = context
    try source.requireOther(than: results, option: "--results")
    namesUsers = results != nil
    let file = try results.map { try AnswerFile($0, orElse: Self.lost, context.face) }
    answers = ShakeAnswers(
      AnswerFiles(results: file), isDryRun: context.isDryRun, sentence: context.face.sentence)
  }

  /// Whether a version before 0.6.0 has sent lines of the file; they go on under the keys that it gave.
  private static func isBegun(_ keys: LineKeys, in connection: Connection) throws -> Bool {
    // A colon ends the prefix; a semicolon comes right behind it.
    try connection.has(
      "SELECT 1 FROM shakes_shakes WHERE key >= \(keys.prefix) AND key < \("\(keys.prefix.dropLast());") LIMIT 1")
  }

  private static let lost = AnswerFile.Loss(code: "shakes.answers-lost", "shakes that are decided stay decided")

  /// - Returns: how many lines became what. An error that came when lines had been sent is behind it.
  mutating func run() throws -> Document {
    do {
      try check(isStrict: !isKeepGoing && !isDryRun)
    } catch {
      try? answers.finish(hasFailed: true)
      throw error
    }
    var failure: (any Error)?
    do { try send() } catch { failure = error }
    if failure != nil {
      try? answers.flush()
      try? answers.finish(hasFailed: true)
    } else {
      try answers.finish(hasFailed: false)
      if let rows, rows.isOpen { _ = try context.database.bookkeep { try rows.close(in: $0) } }
      failure = answers.faults.first.map {
        SomeAreNoAttempts(count: answers.faults.count, first: $0, isNothingSent: false, isDryRun: isDryRun)
      }
    }
    var document = document()
    document.failure = failure
    return document
  }

  /// Reads the whole file, and finds out which of its lines were sent before.
  /// - Parameter isStrict: whether everything is asked that can be known without shaking.
  /// - Throws: `SomeAreNoAttempts` where a line can't be sent; `BatchError`.
  private mutating func check(isStrict: Bool) throws {
    var faults: Int64 = 0
    var first: LineFault?
    var isAgain = false
    let progress = context.face.progress("checking", total: source.lineFeeds, unit: "lines")
    defer { progress.finish() }
    try context.database.read { connection in
      var reader = try open()
      var keys = KeysOfFile()
      var census = LineCensus(tellsCoins: false)
      while var line = try next(&reader, in: connection) {
        if reader.record & 4_095 == 0 { progress.advance(to: Int64(reader.record)) }
        do {
          line.place = place(of: line)
          rows?.dropPending()
          guard let request = line.request else { throw line.fault ?? ShakesError.malformedKey }
          try Pipeline.check(request)
          // A key that follows from the line stands for nothing else.
          if isStrict, line.isKeyed, let key = request.key {
            let digest = digests.digest(of: request)
            guard digest.withUnsafeBytes({ keys.add(key, body: $0) }) else { throw ShakesError.keyConflict(key) }
          }
          census.add(
            line.meaning, isKeyed: line.isKeyed, isDone: line.place?.isKnown ?? !line.hasNewKey,
            isCrossed: line.isKeyed && line.place != nil, coins: 0, line: line.name.line)
        } catch let error as any Diagnosable {
          faults += 1
          let fault = error as? LineFault
          first = first ?? fault ?? LineFault(file: source.name, line: line.name.line, column: nil, cause: error)
          if fault?.endsReading == true { break }
        }
      }
      census.close()
      identical = census.identical
      guard !isStrict || first == nil else { return }
      switch try rows?.decide(census, in: connection) {
      case .goesOn(let note?): context.face.note("\(note)")
      case .goesOn(nil), nil: return
      case .again: isAgain = true
      }
    }
    if isStrict, let first {
      throw SomeAreNoAttempts(count: faults, first: first, isNothingSent: true, isDryRun: false)
    }
    if isAgain { try check(isStrict: isStrict) }
  }

  /// What stands for a line within the batch; nil for one that is known by its own key alone.
  private func place(of line: Line) -> BatchRows.Place? {
    guard line.fault == nil, let rows else { return nil }
    if line.isKeyed { return line.hasNewKey ? rows.knownPlace(of: line.meaning) : nil }
    return rows.place(of: line.meaning)
  }

  private mutating func send() throws {
    let service = try ShakeService(context)
    try context.database.setCache(bytes: Self.cache)
    let progress = context.face.progress("shaking", total: source.lineFeeds, unit: "lines")
    defer { progress.finish() }
    context.face.catchInterruption()
    var reader = try open()
    var isEnd = false
    while !isEnd {
      // Users are looked up in one state of the data.
      var lines: [Line]
      (lines, isEnd) = try context.database.read { try part(&reader, in: $0) }
      try send(&lines, &reader, isEnd: isEnd, by: service)
      progress.advance(to: Int64(reader.record))
    }
    // Where a line that was refused is the last, nobody has said yet that the file was read to its end.
    guard !isDryRun, let rows else { return }
    try context.change(ShakeService.action) { connection, _ in
      try write([], of: rows, isWhole: true, in: connection)
    }
  }

  private mutating func send(
    _ lines: inout [Line], _ reader: inout RecordReader, isEnd: Bool, by service: ShakeService
  ) throws {
    for index in lines.indices { lines[index].place = place(of: lines[index]) }
    var start = 0
    while start < lines.count {
      if context.face.interruption.isRequested { throw Interrupted() }
      if let fault = lines[start].fault {
        try refuse(fault, lines[start].name)
        start += 1
      } else {
        let end = lines[start...].firstIndex { $0.fault != nil } ?? lines.count
        let (done, fault) = try service.run(reason: context.invocation.reason, isDryRun: isDryRun) { connection in
          try findPlaces(&lines, from: start, to: end, &reader, in: connection)
          return lines[start..<end].compactMap(\.request)
        } recording: { connection, answers in
          guard let rows else { return }
          for (line, _) in zip(lines[start...], answers) { if let place = line.place { rows.accept(place) } }
          if !isDryRun {
            try write(answers, of: rows, isWhole: isEnd && start + answers.count == lines.count, in: connection)
          }
        }
        rows?.committed()
        for (line, answer) in zip(lines[start...], done) {
          // Keys that lines get by their batch have its number, which is nobody's to know.
          answers.note(answer, line.name, key: line.place == nil ? line.request?.key : nil)
        }
        start += done.count
        if let fault {
          let line = lines[start]
          try refuse(LineFault(file: source.name, line: line.name.line, column: nil, cause: fault), line.name)
          start += 1
        }
      }
      try answers.flush()
    }
  }

  /// Gives lines that are about to be sent their places, now that nobody else can send any.
  private mutating func findPlaces(
    _ lines: inout [Line], from start: Int, to end: Int, _ reader: inout RecordReader, in connection: Connection
  ) throws {
    guard let rows else { return }
    if try rows.isOutdated(in: connection) {
      // Somebody else has gone on with the batch meanwhile: over what was read so far once more.
      let (last, first) = (reader.record, lines[start].name.row)
      reader = try open()
      while reader.record < last, let line = try next(&reader, in: connection) {
        guard line.name.row < first else { continue }
        _ = place(of: line)
        rows.dropPending()
      }
      for index in start..<lines.count { lines[index].place = place(of: lines[index]) }
    } else {
      rows.dropPending()
      for index in start..<end { lines[index].place = lines[index].place.map(rows.renewed) }
    }
  }

  /// Writes down what was sent of the batch.
  private func write(
    _ sent: [ShakeAnswer], of rows: BatchRows, isWhole: Bool, in connection: Connection
  ) throws {
    let new = sent.filter { !$0.isReplay }
    let coins = new.reduce(into: 0 as Int64) { sum, answer in
      if case .won(let coins, _) = answer.outcome { sum += coins }
    }
    // Its transfers are the shakes' own, and not taken back by the file.
    try rows.write(
      first: 0, last: -1, lines: Int64(new.count), coins: coins, refused: answers.faults.count,
      isWhole: isWhole, at: started, in: connection)
  }

  private mutating func refuse(_ fault: LineFault, _ name: LineName) throws {
    answers.note(fault, name)
    // A dry run shows every fault.
    if !(isKeepGoing || isDryRun) || fault.endsReading { throw fault }
  }

  private func open() throws -> RecordReader {
    rows?.begin()
    return try RecordReader(
      source: source.rewound(), name: source.name, format: .jsonLines, example: ShakeLine.example)
  }

  /// Reads the lines of one commit, and whether they are the last.
  private mutating func part(
    _ reader: inout RecordReader, in connection: Connection
  ) throws -> (lines: [Line], isEnd: Bool) {
    var lines: [Line] = []
    var bytes = 0
    while lines.count < Self.commitSize, bytes < Self.commitBytes {
      guard let line = try next(&reader, in: connection) else { return (lines, true) }
      lines.append(line)
      // Whoever goes on behind it gets the same error again.
      if line.fault?.endsReading == true { break }
      bytes += reader.raw().count
    }
    return (lines, false)
  }

  /// Reads the next line; nil at the end. What is wrong with the line itself is a part of what is returned.
  private mutating func next(_ reader: inout RecordReader, in connection: Connection) throws -> Line? {
    do throws(RecordError) {
      guard try reader.next() else { return nil }
    } catch {
      let fault = LineFault(error, line: reader.line)
      return Line(name: LineName(line: fault.line, row: reader.record, user: nil), content: .failure(fault))
    }
    let bytes = Array(reader.raw())
    let name = LineName(
      line: reader.line, row: reader.record, user: namesUsers ? ShakeLine.user(bytes) : nil)
    do {
      var request = try ShakeLine.request(bytes, directory, in: connection)
      request.isByProgram = context.principal.role == .integrator
      let meaning = digests.meaning(of: request)
      if let key = request.key {
        request.asker = request.isByProgram ? context.principal.name : nil
        let isUsed = try connection.has("SELECT 1 FROM shakes_shakes WHERE key = \(key)")
        return Line(name: name, content: .success(request), meaning: meaning, hasNewKey: !isUsed)
      }
      if let rows {
        try rows.requireName()
        return Line(name: name, content: .success(request), meaning: meaning)
      }
      request.key = source.lineKeys.key(ofLine: reader.line)
      return Line(name: name, content: .success(request))
    } catch let error as any Diagnosable where error.isAboutOne {
      let fault = LineFault(file: source.name, line: reader.line, column: nil, cause: error)
      return Line(name: name, content: .failure(fault))
    }
  }

  static func fields(isDryRun: Bool) -> [Field<ShakeBatch>] {
    [
      Field("file", .text) { $0.source.name },
      Field("sha256", .text, for: .content) { $0.source.digest },
      Field("batch", .text) { $0.rows?.toldName },
      Field("won", .integer, isDryRun ? "would win" : "won") { $0.answers.won },
      Field("coins", .coins) { $0.answers.coins },
      Field("nothing", .integer, isDryRun ? "would win nothing" : "won nothing") { $0.answers.nothing },
      Field("refused", .integer, isDryRun ? "would be refused" : "refused") { $0.answers.refused },
      Field("needs_more", .integer, isDryRun ? "would need more" : "need more") { $0.answers.needMore },
      Field("waiting", .integer, isDryRun ? "would wait" : "wait") { $0.answers.waiting },
      Field("replayed", .integer, "done before") { $0.answers.replayed },
      Field("errors", .integer, "no attempts") { $0.answers.faults.count },
      Field("identical", .count, "duplicate lines") { $0.identical },
    ]
  }

  private func document() -> Document {
    var document = Document("shake.batch/1", Self.fields(isDryRun: isDryRun), of: self)
    document.isSilent = answers.takesStandardOutput
    guard !answers.takesStandardOutput else { return document }
    if isDryRun {
      answers.faults.tell(in: &document, allWith: "--results", for: context.principal, context.face)
    }
    if identical > 0 {
      document.note(
        "\(identical.counted("line repeats", "lines repeat")) another line of the file. Each is a separate shake."
      )
    }
    if answers.refused > 0, !answers.areWritten {
      document.note("See the reasons with `qix shake list --outcome refused`. --results FILE writes them to a file.")
    }
    return document
  }
}
