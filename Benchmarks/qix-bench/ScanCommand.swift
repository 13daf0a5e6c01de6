internal import Measuring
internal import QixBarcode
internal import QixBarcodeReading
internal import QixCommands
internal import QixKernel
internal import QixLens
internal import QixTerminal

/// `qix-bench scan`
struct ScanCommand: Trial {
  static let declaration = Declaration(
    "scan", "Read barcodes that were drawn, blurred and made noisy.", roles: .everyone,
    discussion: """
      Each picture is read by the first pass alone, which is ZXing-C++'s own, and by all passes. A wrong reading ends the \
      benchmark. How photos are read is measured by the tests, beside which they lie.
      """,
    examples: [Example("qix-bench scan", "a minute")])

  static let shortest = ["--count", "10"]

  @Option("count", .integer(in: 10...1_000_000), "Pictures of each kind", default: "300") private var count: Int
  private let options = BenchOptions()

  func run(in context: Context) throws -> Report {
    let seed = SeededNumbers.seed()
    context.face.note("QIX_SEED=\(seed)")
    var numbers = SeededNumbers(seed: seed)
    let reader = try BarcodeReader()
    var report = Report(
      "scan", ["kind", "pictures", "first pass read", "all passes read", "ratio", "first ms", "all ms", "longest ms"])
    for kind in DrawnKind.all {
      var (first, whole) = (Tally(), Tally())
      for _ in 0..<count {
        let body = (0..<12).map { _ in String(numbers.next() % 10) }.joined()
        let barcode = try Barcode(body, as: .ean13)
        let picture = kind.picture(of: barcode, &numbers)
        try first.add(reader.read(picture, passes: 1), of: barcode)
        try whole.add(reader.read(picture), of: barcode)
      }
      report.add(
        .text(kind.name), .integer(Int64(count)), .integer(first.read), .integer(whole.read),
        first.read == 0 ? .missing : .decimal(Double(whole.read) / Double(first.read), places: 2),
        .decimal(first.median, places: 2), .decimal(whole.median, places: 2), .decimal(whole.longest, places: 1))
    }
    return report.asMarkdown(options.isMarkdown)
  }
}

private struct Tally {
  var read: Int64 = 0
  var times: [Double] = []

  mutating func add(_ readings: Readings, of barcode: Barcode) throws {
    times.append(readings.milliseconds)
    guard let code = readings.codes.first else { return }
    guard code.text == barcode.text else { throw MeasuringError("'\(barcode.text)' was read as '\(code.text)'") }
    read += 1
  }

  var median: Double { times.sorted()[times.count / 2] }
  var longest: Double { times.max() ?? 0 }
}

/// How a picture is spoilt.
private struct DrawnKind {
  let name: String
  /// Pixels of a module, in tenths.
  let scale: Int
  /// Pixels to each side over which a pixel is blurred, along the row.
  let blur: Int
  let noise: Int
  /// How far a row lies beside the one above, in hundredths of a pixel.
  let slant: Int

  static let all = [
    DrawnKind(name: "clean", scale: 30, blur: 0, noise: 4, slant: 0),
    DrawnKind(name: "small", scale: 14, blur: 0, noise: 10, slant: 5),
    DrawnKind(name: "blurred", scale: 30, blur: 2, noise: 10, slant: 10),
    DrawnKind(name: "aslant", scale: 25, blur: 1, noise: 12, slant: 70),
    DrawnKind(name: "noisy", scale: 25, blur: 1, noise: 60, slant: 10),
  ]

  func picture(of barcode: Barcode, _ numbers: inout SeededNumbers) -> Picture {
    let height = 120, quiet = 12 * scale / 10
    let width = barcode.width * scale / 10 + 2 * quiet + height * slant / 100
    var pixels: [UInt8] = []
    pixels.reserveCapacity(width * height)
    for y in 0..<height {
      // In tenths of a pixel, so that edges between pixels are grey.
      let light = (0..<width).map { x in
        let dark = (0..<10).count { part in
          let place = (x - quiet) * 10 + part - y * slant / 10
          return place >= 0 && place / scale < barcode.width && barcode.isDark(column: place / scale, row: 0)
        }
        return 210 - 17 * dark
      }
      for x in 0..<width {
        let span = max(0, x - blur)...min(width - 1, x + blur)
        let mean = light[span].reduce(0, +) / span.count
        let value = mean + Int(numbers.next() % UInt64(2 * noise + 1)) - noise
        pixels.append(UInt8(min(255, max(0, value))))
      }
    }
    return Picture(width: width, height: height, channels: .grey, pixels: pixels)
  }
}
