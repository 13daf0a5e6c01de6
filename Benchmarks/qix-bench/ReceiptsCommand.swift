internal import Glibc
internal import Measuring
internal import QixFormats
internal import QixKernel
internal import QixLibraries
internal import QixOCR
internal import QixReceipts
internal import QixTerminal

/// `qix-bench receipts`
struct ReceiptsCommand: Trial {
  private static let folder = OldPositional(
    "folder", .directory, "Pictures in img/*.jpg, what they say in key/*.json; none: draws some itself",
    isRequired: false)
  private static let engine = OldOption(
    "engine", .choice(["pp-ocr", "tesseract"]), "What reads the text", default: "pp-ocr")
  private static let change = OldOption(
    "change", .choice(["none", "rotate", "blur", "crop", "jpeg"]), "What is done to each picture before",
    default: "none")

  static let declaration = Declaration(
    "receipts", "Read receipts whose truth is known.", roles: .everyone,
    discussion: """
      How many totals, dates and names of shops are right, seconds for each receipt without the decoding of its picture, \
      and this process's memory. A key is {"company", "date", "total"}; names are compared by their letters and digits. \
      Pictures are decoded, and drawn where no folder is given, by Debian's Pillow. Last stands which share of the \
      totals is surer than 0.9, and how many of those are wrong.
      """,
    parameters: [folder, engine, change] + BenchOptions.parameters,
    examples: [
      Example("qix-bench receipts ../receipts", "as they are"),
      Example("qix-bench receipts ../receipts --change rotate", "each turned by three degrees"),
    ])

  static let shortest: [String] = []

  private let options: BenchOptions
  private let folder: String
  private let engine: String
  private let change: String

  init(_ arguments: Arguments) throws {
    options = try BenchOptions(arguments)
    folder = arguments[Self.folder] ?? ""
    engine = try arguments.require(Self.engine)
    change = try arguments.require(Self.change)
  }

  func run(in context: Context) throws {
    let reader: any TextReader
    do {
      reader = engine == "pp-ocr" ? try PaddleReader() : try TesseractReader()
    } catch let error as LibraryError where folder.isEmpty {
      // A trial of all; what is optional may be missing.
      return try context.terminal.write("receipts: left out, for \(error)\n")
    }
    let work = try WorkFolder(in: options.directory)
    try ChildProcess.run(["/usr/bin/python3", "-c", Self.script, folder, work.path, change])
    let parser = ReceiptParser()
    var tally = Tally()
    for line in try Self.lines("\(work.path)/list") {
      let entry = try JSONValue(parsing: Array(line))
      guard let file = entry["file"]?.string, let key = entry["key"] else {
        throw MeasuringError("the list is damaged")
      }
      let pixels = try Self.pixels("\(work.path)/\(file)")
      let start = Stopwatch.now
      let receipt = parser.parse(try reader.read(pixels), width: pixels.width, height: pixels.height)
      tally.add(receipt, key, seconds: Double(Stopwatch.now - start) / 1_000_000)
      unlink("\(work.path)/\(file)")
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
    try report.emit(to: context.terminal, asMarkdown: options.isMarkdown)
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

  private static func content(_ path: String) throws(MeasuringError) -> [UInt8] {
    guard let file = fopen(path, "r") else { throw MeasuringError("\(path): \(String(cString: strerror(errno)))") }
    defer { fclose(file) }
    return [UInt8](unsafeUninitializedCapacity: Int(WorkFolder.size(of: path))) { bytes, count in
      count = fread(bytes.baseAddress, 1, bytes.count, file)
    }
  }

  private static func lines(_ path: String) throws -> [ArraySlice<UInt8>] {
    try content(path).split(separator: 0x0A)
  }

  /// A binary PPM: P6, width, height, 255, pixels.
  private static func pixels(_ path: String) throws -> Pixels {
    let bytes = try content(path)
    let numbers = bytes.prefix(64).split(maxSplits: 4) { $0 <= 0x20 }.dropFirst().prefix(2).map {
      Int(String(decoding: $0, as: UTF8.self)) ?? 0
    }
    guard numbers.count == 2, numbers[0] * numbers[1] * 3 <= bytes.count else {
      throw MeasuringError("\(path) is no picture")
    }
    return Pixels(width: numbers[0], height: numbers[1], bytes: Array(bytes.suffix(numbers[0] * numbers[1] * 3)))
  }

  /// Decodes, changes and draws: a line of `list` for each picture, dates as 2018-03-25 and totals in hundredths.
  private static let script = """
    import datetime, glob, io, json, os, random, re, sys
    from PIL import Image, ImageDraw, ImageFilter, ImageFont
    folder, work, change = sys.argv[1:]

    def changed(image):
        if change == "rotate":
            return image.rotate(-3, expand=True, fillcolor=(255, 255, 255), resample=Image.BICUBIC)
        if change == "blur":
            return image.filter(ImageFilter.GaussianBlur(1.0 if max(image.size) < 1500 else 1.6))
        if change == "crop":
            width, height = image.size
            return image.crop((width // 50, height // 50, width - width // 50, height - height // 50))
        if change == "jpeg":
            buffer = io.BytesIO()
            image.save(buffer, "JPEG", quality=40)
            return Image.open(buffer).convert("RGB")
        assert change == "none", "there is no change '" + change + "'"
        return image

    def day(text):
        text = text.strip().title()
        for form in ("%d/%m/%Y", "%d-%m-%Y", "%d/%m/%y", "%d-%m-%y", "%Y-%m-%d", "%d %b %Y", "%d/%b/%Y", "%d.%m.%Y"):
            try:
                return datetime.datetime.strptime(text, form).date().isoformat()
            except ValueError:
                pass
        return text

    def cents(text):
        text = re.sub("[^0-9.]", "", text or "")
        return round(float(text) * 100) if text else None

    def drawn():
        chance = random.Random(4711)
        font = ImageFont.truetype("/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf", 24)
        for number in range(3):
            date = datetime.date(2024, 1, 1) + datetime.timedelta(chance.randrange(300))
            prices = [chance.randrange(100, 5000) for _ in range(4)]
            total = sum(prices)
            rows = ["CORNER SHOP %d LTD" % (number + 1), "12 HIGH STREET", "DATE " + date.strftime("%d/%m/%Y") + " 14:03"]
            rows += ["ARTICLE %s %12.2f" % ("ABCD"[i], price / 100) for i, price in enumerate(prices)]
            rows += ["TOTAL %14.2f" % (total / 100), "CASH %15.2f" % (total / 100 + 10), "CHANGE %13.2f" % 10]
            image = Image.new("RGB", (640, 100 + 44 * len(rows)), (248, 248, 244))
            draw = ImageDraw.Draw(image)
            for place, row in enumerate(rows):
                draw.text((60, 40 + 44 * place), row, font=font, fill=(30, 30, 34))
            yield image, dict(company=rows[0], date=date.isoformat(), total="%.2f" % (total / 100))

    def stored():
        for path in sorted(glob.glob(folder + "/img/*.jpg")):
            name = os.path.basename(path)[:-4]
            try:
                key = json.load(open(folder + "/key/" + name + ".json"))
            except FileNotFoundError:
                continue
            yield Image.open(path).convert("RGB"), key

    with open(work + "/list", "w") as out:
        for number, (image, key) in enumerate(stored() if folder else drawn()):
            file = "%d.ppm" % number
            changed(image).save(work + "/" + file)
            key = dict(company=key.get("company"), date=day(key.get("date", "")), total=cents(key.get("total")))
            out.write(json.dumps(dict(file=file, key=key)) + "\\n")
    """
}
