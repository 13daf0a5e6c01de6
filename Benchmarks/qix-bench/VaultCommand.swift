internal import Glibc
internal import Measuring
internal import QixCommands
internal import QixKernel
internal import QixTerminal

/// `qix-bench vault`
struct VaultCommand: Trial {
  static let declaration = Declaration(
    "vault", "Read one secret of many, and list them all.", roles: .everyone,
    discussion: """
      Milliseconds for the whole process: qix --version, which does nothing, qix vault get with the vault unlocked, the \
      same from a key file without an agent, age -d of a file with one secret where age is installed, and qix vault \
      list. A get is written into the audit log before the secret is seen, so it is given over a sync of the disk too: \
      an fdatasync of four kilobytes runs after each, and its median is taken off. The runs of all take turns, so that \
      what the machine does meanwhile meets all of them.
      """,
    examples: [Example("qix-bench vault --directory /dev/shm", "without the disk's part")])

  static let shortest = ["--runs", "10", "--items", "50"]

  @Option("runs", .integer(in: 10...100_000), "How often each runs", default: "200") private var runs: Int
  @Option("items", .integer(in: 1...1_000_000), "Items in the vault", default: "10000") private var items: Int
  private let options = BenchOptions()

  func run(in context: Context) throws -> Report {
    let folder = try WorkFolder(in: options.directory)
    let subject = options.subject(in: folder)
    try subject.initialise()
    let key = "\(folder.path)/key"
    try subject.run("vault", "init", "--key-file", key)
    try subject.run("vault", "unlock", "--key-file", key)
    defer { _ = try? subject.run("vault", "lock") }
    let age = try fill(subject, in: folder)

    var measured = [
      Measured("--version", [subject.program, "--version"]),
      Measured("vault get, agent", subject.words(["vault", "get", "bench", "account-\(items / 2)"]), syncs: true),
      Measured("vault list", subject.words(["vault", "list", "--tsv"])),
    ]
    if let age { measured.insert(Measured("age -d", age), at: 1) }
    let probe = try SyncProbe(in: folder.path)
    for _ in 0..<runs {
      for index in measured.indices { try measured[index].run(in: folder) }
    }
    try subject.run("vault", "lock")
    var local = Measured(
      "vault get, key file", subject.words(["vault", "get", "bench", "account-\(items / 2)"]), syncs: true)
    for _ in 0..<runs { try local.run(in: folder) }

    var report = Report(
      "vault", ["command", "median ms", "10th of 100", "90th of 100", "cpu ms", "over a sync", "sync µs", "syncs/s"])
    for one in measured + [local] { one.add(to: &report, probe) }
    return report.asMarkdown(options.isMarkdown)
  }

  /// Brings the items in through an export as age writes it, or one by one where there is no age.
  /// - Returns: the words that decrypt a file with a single secret.
  private func fill(_ subject: Subject, in folder: borrowing WorkFolder) throws -> [String]? {
    let (age, keygen) = ("/usr/bin/age", "/usr/bin/age-keygen")
    guard access(age, X_OK) == 0, access(keygen, X_OK) == 0 else {
      for number in 0..<items {
        try subject.run("vault", "set", "bench", "account-\(number)", "--generate", "--quiet")
      }
      return nil
    }
    let path = folder.path
    try ChildProcess.run([keygen, "-o", "\(path)/identity"])
    let recipient = try ChildProcess.run([keygen, "-y", "\(path)/identity"]).output.prefix { $0 != "\n" }
    guard let file = fopen("\(path)/export", "w") else { throw MeasuringError("\(path)/export can't be written") }
    fputs(#"{"format":"qix-vault-export/1","vault":"vlt_01j00000000000000000000000","changes":1,"#, file)
    fputs("\"items\":\(items),\"exported\":\"2026-01-01T00:00:00Z\"}\n", file)
    for number in 0..<items {
      fputs(
        #"{"service":"bench","account":"account-\#(number)","class":"password","label":"","readers":[],"version":1,"#
          + #""created":"2026-01-01T00:00:00Z","updated":"2026-01-01T00:00:00Z","secret_base64":"aHVudGVyMg=="}"#
          + "\n",
        file)
    }
    fclose(file)
    try ChildProcess.run([age, "-r", String(recipient), "-o", "\(path)/export.age", "\(path)/export"])
    try subject.run("vault", "import", "\(path)/export.age", "--identity-file", "\(path)/identity")
    try ChildProcess.run([age, "-r", String(recipient), "-o", "\(path)/one.age", subject.home + "/qix.lock"])
    return [age, "-d", "-i", "\(path)/identity", "\(path)/one.age"]
  }

  /// A command line and what its runs took.
  private struct Measured {
    let name: String
    let words: [String]
    let isSynced: Bool
    var times: [Int64] = []
    var processor: [Int64] = []
    var syncs: [Double] = []

    init(_ name: String, _ words: [String], syncs: Bool = false) {
      self.name = name
      self.words = words
      isSynced = syncs
    }

    mutating func run(in folder: borrowing WorkFolder) throws {
      let outcome = try ChildProcess.run(words)
      times.append(outcome.wall)
      processor.append(outcome.processor)
      if isSynced { syncs.append(try SyncProbe(in: folder.path, count: 1).median) }
    }

    func add(to report: inout Report, _ probe: SyncProbe) {
      let sorted = times.sorted()
      let median = (times.median ?? 0) / 1_000
      report.add(
        .text(name), .decimal(median, places: 2), .decimal(Double(sorted[sorted.count / 10]) / 1_000, places: 2),
        .decimal(Double(sorted[sorted.count * 9 / 10]) / 1_000, places: 2),
        .decimal((processor.median ?? 0) / 1_000, places: 2),
        syncs.median.map { .decimal(median - $0 / 1_000, places: 2) } ?? .missing, .decimal(probe.median, places: 0),
        .decimal(probe.rate, places: 0))
    }
  }
}
