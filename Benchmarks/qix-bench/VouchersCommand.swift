internal import Measuring
internal import QixCommands
internal import QixKernel
internal import QixTerminal

/// `qix-bench vouchers`
struct VouchersCommand: Trial {
  static let declaration = Declaration(
    "vouchers", "Make a million vouchers, no two alike.", roles: .everyone,
    discussion: """
      Seconds for the whole process, and of the processor, into an empty home each: qix voucher generate as stock, into \
      a file, and qix voucher import of that file's codes. That no two are alike is counted in the database afterwards.
      """,
    examples: [Example("qix-bench vouchers --directory /dev/shm", "without the disk's part")])

  static let shortest = ["--count", "1000"]

  @Option("count", .integer(in: 1_000...100_000_000), "Vouchers", default: "1000000") private var count: Int
  private let options = BenchOptions()

  func run(in context: Context) throws -> Report {
    let folder = try WorkFolder(in: options.directory)
    let codes = "\(folder.path)/codes.csv"
    let cases: [(name: String, words: [String])] = [
      ("generate", ["generate", "bench", "--count", "\(count)", "--title", "Bench"]),
      ("generate --output", ["generate", "bench", "--count", "\(count)", "--title", "Bench", "--output", codes]),
      ("import", ["import", "bench", codes, "--title", "Bench"]),
    ]
    var report = Report("vouchers", ["command", "vouchers", "s", "vouchers/s", "cpu s", "MB of memory", "different"])
    for (name, words) in cases {
      let subject = options.subject(in: folder)
      try subject.initialise()
      let key = "\(folder.path)/\(name.split(separator: " ").joined()).key"
      try subject.run("vault", "init", "--key-file", key)
      let outcome = try ChildProcess.run(
        subject.words(["voucher"] + words), environment: ["QIX_VAULT_KEY_FILE": key])
      let different = try subject.count("SELECT count(DISTINCT hash) FROM vouchers_vouchers")
      guard different == count else { throw MeasuringError("\(name): \(different) of \(count) codes are different") }
      let seconds = Double(outcome.wall) / 1_000_000
      report.add(
        .text(name), .integer(Int64(count)), .decimal(seconds, places: 2),
        .integer(Int64(Double(count) / seconds)), .decimal(Double(outcome.processor) / 1_000_000, places: 2),
        .decimal(Double(outcome.peakMemory) / 1_000_000, places: 0), .integer(different))
    }
    return report.asMarkdown(options.isMarkdown)
  }
}
