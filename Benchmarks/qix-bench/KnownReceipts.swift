internal import Glibc
internal import Measuring
internal import QixCommands
internal import QixFormats
internal import QixKernel
internal import QixTerminal

/// A picture of a receipt, changed by Benchmarks/receipts/pictures.py, and what the paper says.
struct KnownReceipt {
  /// The same whatever is done to the picture.
  let name: String
  let path: String
  /// `{"company", "date", "total"}`
  let key: JSONValue
}

/// The folder of receipts that a benchmark reads.
struct ReceiptsFolder {
  @Positional("folder", .directory, "Pictures in img/*.jpg, what they say in key/*.json; none: draws some itself")
  private var given: String?

  /// Empty for none.
  var path: String { given ?? "" }
}

enum KnownReceipts {
  /// What can be done to pictures: a turn by three degrees, a blur, a margin cut off, JPEG at quality 40, corners moved,
  /// uneven light with noise; and blur, corners, light and JPEG at once.
  static let changes = ["rotate", "blur", "crop", "jpeg", "warp", "light", "all"]

  /// - Parameters:
  ///   - form: `ppm` or `jpg`.
  ///   - work: where they are put.
  ///   - most: receipts; nil for all there are.
  static func make(
    of folder: String, _ change: String, as form: String, in work: String, most: Int? = nil, _ options: BenchOptions
  ) throws -> [KnownReceipt] {
    let words = [
      "/usr/bin/python3", "\(options.source)/Benchmarks/receipts/pictures.py", folder, work, change, form,
    ]
    try ChildProcess.run(words + (most.map { ["\($0)"] } ?? []))
    return try content("\(work)/list").split(separator: 0x0A).map { line in
      let entry = try JSONValue(parsing: Array(line))
      guard let file = entry["file"]?.string, let name = entry["name"]?.string, let key = entry["key"] else {
        throw MeasuringError("the list is damaged")
      }
      return KnownReceipt(name: name, path: "\(work)/\(file)", key: key)
    }
  }

  static func content(_ path: String) throws(MeasuringError) -> [UInt8] {
    guard let file = fopen(path, "r") else { throw MeasuringError("\(path): \(String(cString: strerror(errno)))") }
    defer { fclose(file) }
    return [UInt8](unsafeUninitializedCapacity: Int(WorkFolder.size(of: path))) { bytes, count in
      count = fread(bytes.baseAddress, 1, bytes.count, file)
    }
  }
}
