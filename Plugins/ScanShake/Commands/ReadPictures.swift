internal import QixGS1
internal import QixShake

/// `qix scan read`
struct ReadPictures: Command {
  static let declaration = Declaration(
    "read", "Read the barcodes of pictures.", roles: [.operator],
    discussion: """
      Prints one JSON line per file, in order. It has the codes with symbology, text, corners and product data. It \
      also says how much the picture looks like a photo of a screen, or why it can't be read. Nothing is kept.
      """,
    examples: [
      Example("qix scan read data/pictures/pen.png", "one"),
      Example("qix scan read photos/*.webp > codes.jsonl", "many"),
    ])

  @Positional("file", .file, "Pictures: JPEG, PNG, WebP, HEIC, PDF", isRequired: true)
  private var files: [String]

  func run(in context: Context) throws -> Printed {
    let lens = context.lens
    var failed: Int64 = 0
    for path in files {
      var line: JSONObject = ["schema": "scan.read/1", "file": .string(path)]
      do {
        let file = try LensFile.given(
          path, most: BarcodesOperation.limits.fileBytes, toldBy: $files.label.description, in: context.face)
        let reading = try lens.look(BarcodesOperation.name, at: file)
        for member in reading.members where member.key != "codes" { line[member.key] = member.value }
        line["codes"] = .array((BarcodesReading(reading)?.codes ?? []).map(\.described))
      } catch let error as LensError {
        failed += 1
        line["error"] = ["code": .string(error.code), "message": .string(error.description)]
      }
      try context.face.writeLine(JSONValue.object(line).text())
    }
    if failed > 0 { throw Failure("scanshake.unread", .failed, "\(failed) of the files can't be read") }
    return Printed()
  }
}

extension BarcodesReading.Code {
  /// With what it says of a product.
  fileprivate var described: JSONValue {
    var object = json
    if let item {
      object["gtin"] = .string(item.gtin.short)
      object["range"] = .string(item.gtin.range.rawValue)
      if let batch = item.batch { object["batch"] = .string(batch) }
      if let serial = item.serial { object["serial"] = .string(serial) }
      if let expiry = item.expiry { object["expiry"] = .string(expiry) }
    }
    return .object(object)
  }
}
