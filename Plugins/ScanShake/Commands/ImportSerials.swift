internal import QixGS1
internal import QixShake

/// `qix product serial import`
struct ImportSerials: Command {
  static let declaration = Declaration(
    "import", "Import serial numbers printed on a brand's products.", roles: [.operator],
    discussion: """
      If a campaign's setting scan.serials is 'listed', only these numbers count, each once, for the first user who \
      scans it. The product must be in the catalogue. The same file again changes nothing, and one faulty line stops \
      the whole import. Unknown columns are ignored, with a note. A column name that looks like a typing error stops \
      the import.
      """,
    examples: [Example("qix product serial import data/examples/serials.csv", "gtin,serial in the first line")],
    answer: AnswerShape("product.serial-import/1", fields), effect: .changes)

  private static let fields: [Field<(added: Int64, known: Int64, file: CatalogueFile)>] =
    [
      Field("added", .integer) { $0.added },
      Field("known", .integer, "known before") { $0.known },
    ] + CatalogueFile.fields.of { $0.file }

  @Positional("file", .lines, "CSV or JSON Lines with gtin and serial") private var path: String
  private let map = MapOption()

  func run(in context: Context) throws -> Document {
    var file = try CatalogueFile(
      path, map, needed: ["gtin", "serial"], example: #"{"gtin":"4006381333931","serial":"A1"}"#,
      in: context.face)
    let serials = try context.database.read { connection in
      try file.map { _, fields in
        let gtin = try ProductDraft.gtin(fields[0] ?? "")
        _ = try Product.require(gtin, in: connection)
        return (gtin: gtin, serial: try Self.serial(fields[1] ?? "", of: gtin))
      }
    }
    var added: Int64 = 0
    if file.faults.isEmpty {
      added = try context.change("scanshake.serial-import") { connection, change in
        var added: Int64 = 0
        for (gtin, serial) in serials where try Serial.add(serial, of: gtin, in: connection) { added += 1 }
        change.subject = added.counted("serial number")
        return added
      }
    }
    let known = file.faults.isEmpty ? Int64(serials.count) - added : 0
    var document = Document("product.serial-import/1", Self.fields, of: (added: added, known: known, file: file))
    file.report(in: &document, next: "a campaign with `--set scan.serials=listed`; see docs/scan.md")
    return document
  }

  /// As a code can carry it: 1 to 20 letters, digits and signs (GS1 General Specifications, 3.5.2).
  private static func serial(_ text: String, of gtin: GTIN) throws -> String {
    if let damage = CellDamage(text) { throw ScanShakeError.damagedCell("serial number", damage) }
    guard ScannedItem(code: "01\(gtin.digits)21\(text)", isGS1: true)?.serial == text else {
      throw Failure(
        "scanshake.serial-malformed", .usage,
        "a serial number has 1 to 20 letters, digits and signs, as in a GS1 code")
    }
    return text
  }
}
