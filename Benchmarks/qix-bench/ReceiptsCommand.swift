internal import Glibc
internal import Measuring
internal import QixCommands
internal import QixFormats
internal import QixKernel
internal import QixLibraries
internal import QixOCR
internal import QixReceipts
internal import QixTerminal

/// `qix-bench receipts`
struct ReceiptsCommand: Trial {
  static let declaration = Declaration(
    "receipts", "Read receipts whose truth is known.", roles: .everyone,
    discussion: """
      How many totals, dates and names of shops are right, seconds for each receipt without the decoding of its picture, \
      and this process's memory. A key is {"company", "date", "total"}; names are compared by their letters and digits. \
      Pictures are decoded, and drawn where no folder is given, by Debian's Pillow. Last stands which share of the \
      totals is surer than 0.9, and how many of those are wrong.
      """,
    examples: [
      Example("qix-bench receipts ../receipts", "as they are"),
      Example("qix-bench receipts ../receipts --change rotate", "each turned by three degrees"),
    ])

  static let shortest: [String] = []

  private let pictures = ReceiptsFolder()
  @Option("engine", .choice(["pp-ocr", "tesseract"]), "What reads the text", default: "pp-ocr")
  private var engine: String
  @Option("change", .choice(["none"] + KnownReceipts.changes), "What is done to each picture before", default: "none")
  private var change: String
  private let options = BenchOptions()

  func run(in context: Context) throws -> Report {
    let folder = pictures.path
    let reader: any TextReader
    do {
      reader = engine == "pp-ocr" ? try PaddleReader() : try TesseractReader()
    } catch let error as LibraryError where folder.isEmpty {
      // A trial of all; what is optional may be missing.
      context.face.note("receipts: left out, for \(error)")
      return Report("receipts", ["engine"])
    }
    let work = try WorkFolder(in: options.directory)
    let receipts = ReceiptReader(reader)
    var tally = Tally()
    for known in try KnownReceipts.make(of: folder, change, as: "ppm", in: work.path, options) {
      let pixels = try Self.pixels(known.path)
      let start = Stopwatch.now
      let receipt = try receipts.read(pixels)
      tally.add(receipt, known.key, seconds: Double(Stopwatch.now - start) / 1_000_000)
      unlink(known.path)
    }
    guard tally.count > 0 else { throw MeasuringError("there is no picture with a key in \(folder)") }
    var report = Report(
      "receipts",
      [
        "engine", "receipts", "total %", "date %", "company %", "both %", "s each", "MB of memory", "sure %",
        "sure and wrong",
      ])
    var usage = rusage()
    // 0 is RUSAGE_SELF, which the importer gives another type.
    getrusage(0, &usage)
    func share(_ count: Int) -> Figure { .decimal(100 * Double(count) / Double(tally.count), places: 1) }
    report.add(
      .text(reader.name), .integer(Int64(tally.count)), share(tally.totals), share(tally.dates),
      share(tally.companies), share(tally.both), .decimal(tally.seconds.median ?? 0, places: 2),
      .decimal(Double(usage.ru_maxrss) / 1_024, places: 0), share(tally.sure), .integer(Int64(tally.sureAndWrong)))
    return report.asMarkdown(options.isMarkdown)
  }

  private struct Tally {
    var count = 0
    var (totals, dates, companies, both, sure, sureAndWrong) = (0, 0, 0, 0, 0, 0)
    var seconds: [Double] = []

    mutating func add(_ receipt: Receipt, _ key: JSONValue, seconds: Double) {
      count += 1
      self.seconds.append(seconds)
      // A key without a total can't tell a wrong one.
      let total = key["total"]?.integer.map { receipt.total?.value == $0 } ?? true
      let date = receipt.date?.value.description == key["date"]?.string
      if total { totals += 1 }
      if date { dates += 1 }
      if total, date { both += 1 }
      if Self.plain(receipt.merchant?.value ?? "") == Self.plain(key["company"]?.string ?? "") { companies += 1 }
      if let confidence = receipt.total?.confidence, confidence >= 0.9 {
        sure += 1
        if !total { sureAndWrong += 1 }
      }
    }

    private static func plain(_ name: String) -> String {
      name.uppercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
  }

  /// A binary PPM: P6, width, height, 255, pixels.
  private static func pixels(_ path: String) throws -> Pixels {
    let bytes = try KnownReceipts.content(path)
    let numbers = bytes.prefix(64).split(maxSplits: 4) { $0 <= 0x20 }.dropFirst().prefix(2).map {
      Int(String(decoding: $0, as: UTF8.self)) ?? 0
    }
    guard numbers.count == 2, numbers[0] * numbers[1] * 3 <= bytes.count else {
      throw MeasuringError("\(path) is no picture")
    }
    return Pixels(width: numbers[0], height: numbers[1], bytes: Array(bytes.suffix(numbers[0] * numbers[1] * 3)))
  }
}
