internal import Glibc
internal import Measuring
internal import QixAge
internal import QixCrypto
internal import QixKernel
internal import QixTerminal

/// `qix-bench vault`
struct VaultCommand: StandaloneCommand {
  private static let runs = Option<Int>("runs", .integer(in: 10...100_000), "How often each runs", default: "100")
  private static let items = Option<Int>("items", .integer(in: 1...100_000), "Items of the vault", default: "10000")

  static let declaration = Declaration(
    "vault", "Read a secret, list items, change one: from the start of the process to its end.", roles: .everyone,
    discussion: """
      Milliseconds for the whole process. What is to hold: a secret from a vault that the agent has unlocked in 10 ms, \
      and a list of 10,000 items in 100 ms. A read is written into the audit log, so a sync of the disk is in it.
      """,
    parameters: [runs, items] + BenchOptions.parameters,
    examples: [Example("qix-bench vault --directory /dev/shm", "without the disk's part")])

  private let options: BenchOptions
  private let runs: Int
  private let items: Int

  init(_ arguments: Arguments) throws {
    options = try BenchOptions(arguments)
    runs = try arguments.require(Self.runs)
    items = try arguments.require(Self.items)
  }

  func run(in context: Context) throws {
    let folder = try WorkFolder(in: options.directory)
    let subject = options.subject(in: folder)
    try subject.initialise()
    let key = "\(folder.path)/vault.key"
    try subject.run("vault", "init", "--key-file", key, "--quiet")
    try fill(subject, in: folder.path)

    var report = Report("vault", ["command", "median ms", "10th of 100", "90th of 100", "cpu ms", "sync µs"])
    try measure("get, key file", in: folder, to: &report) {
      subject.words(["vault", "get", "service", "account-\($0)"])
    }
    try measure("set", in: folder, to: &report) {
      subject.words(["vault", "set", "service", "account-\($0)", "--generate", "24", "--quiet"])
    }
    try measure("list", in: folder, to: &report) { _ in subject.words(["vault", "list"]) }
    try subject.run("vault", "unlock", "--key-file", key)
    defer { _ = try? subject.run("vault", "lock") }
    try measure("get, agent", in: folder, to: &report) { subject.words(["vault", "get", "service", "account-\($0)"]) }
    try measure("list, agent", in: folder, to: &report) { _ in subject.words(["vault", "list"]) }
    try report.emit(to: context.terminal, asMarkdown: options.isMarkdown)
  }

  /// Through an import: one transaction for all.
  private func fill(_ subject: Subject, in folder: String) throws {
    let random = SystemRandomSource()
    let identity = AgeIdentity(random: random)
    var lines = "{\"format\":\"qix-vault-export/1\",\"items\":\(items)}\n"
    for number in 0..<items {
      lines += "{\"service\":\"service\",\"account\":\"account-\(number)\",\"secret_base64\":\"c2VjcmV0\"}\n"
    }
    let file = try AgeFile.encrypt(
      SecretBytes(copying: Array(lines.utf8)), for: [identity.recipient], random: random)
    try Self.write(file, to: "\(folder)/items.age")
    try Self.write(identity.text.withUnsafeBytes { Array($0) }, to: "\(folder)/identity")
    try subject.run("vault", "import", "\(folder)/items.age", "--identity-file", "\(folder)/identity")
  }

  private static func write(_ bytes: [UInt8], to path: String) throws {
    let descriptor = open(path, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    guard descriptor >= 0, Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
      throw MeasuringError("\(path): \(String(cString: strerror(errno)))")
    }
  }

  private func measure(
    _ name: String, in folder: borrowing WorkFolder, to report: inout Report, _ words: (Int) -> [String]
  ) throws {
    let probe = try SyncProbe(in: folder.path)
    var times: [Int64] = []
    var processor: [Int64] = []
    for run in 0..<runs {
      let outcome = try ChildProcess.run(words(run * 7 % items))
      times.append(outcome.wall)
      processor.append(outcome.processor)
    }
    times.sort()
    report.add(
      .text(name), .decimal((times.median ?? 0) / 1_000, places: 2),
      .decimal(Double(times[runs / 10]) / 1_000, places: 2),
      .decimal(Double(times[runs * 9 / 10]) / 1_000, places: 2), .decimal((processor.median ?? 0) / 1_000, places: 2),
      .decimal(probe.median, places: 0))
  }
}
