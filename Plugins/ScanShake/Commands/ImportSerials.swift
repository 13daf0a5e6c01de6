internal import QixGS1
internal import QixShake

/// `qix product serial import`
struct ImportSerials: OldCommand {
  private static let file = OldPositional(
    "file", .file, "CSV or JSON Lines with gtin and serial; - is standard input")

  static let declaration = Declaration(
    "import", "Import the serial numbers that a brand has put on its products.", roles: [.operator],
    discussion: """
      A campaign whose setting scan.serials is 'listed' counts each of these once, for whoever scans it first, and no \
      other. The product has to be in the catalogue. The same file again changes nothing; a line that can't be taken \
      keeps the whole file out. Columns besides those named are passed over, and \
      said; one whose name is nearly that of another keeps the file out.
      """,
    parameters: [file, ColumnMapping.option],
    examples: [Example("qix product serial import serials.csv", "gtin,serial in the first line")], effect: .changes)

  private let path: String
  private let mapping: ColumnMapping
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    path = try arguments.require(Self.file)
    mapping = try ColumnMapping(arguments, columns: ["gtin", "serial"])
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    var file = try CatalogueFile(
      path, mapping, needed: ["gtin", "serial"], example: #"{"gtin":"4006381333931","serial":"A1"}"#,
      in: context.terminal)
    let serials = try context.database.read { connection in
      try file.map { _, fields in
        let gtin = try ProductDraft.gtin(fields[0] ?? "")
        guard try Product.find(gtin, in: connection) != nil else { throw ScanShakeError.noProduct(gtin.short) }
        return (gtin: gtin, serial: try Self.serial(fields[1] ?? "", of: gtin))
      }
    }
    var added: Int64 = 0
    if file.faults.isEmpty {
      added = try context.database.write(Change("scanshake.serial-import", reason: reason), isDryRun: isDryRun) {
        connection, change in
        var added: Int64 = 0
        for (gtin, serial) in serials where try Serial.add(serial, of: gtin, in: connection) { added += 1 }
        change.subject = added.counted("serial number")
        return added
      }
    }
    var document = Document("product.serial-import/1")
    document.field("added", "added", .integer(added))
    document.field("known", "known before", .integer(file.faults.isEmpty ? Int64(serials.count) - added : 0))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    file.describeFaults(in: &document)
    try context.terminal.emit(document)
    file.notePassedOver(on: context.terminal)
    try file.requireNoFault()
    context.terminal.note(
      isDryRun ? "Nothing was changed." : "Next: a campaign with `--set scan.serials=listed`; see docs/scan.md.")
  }

  /// As a code can carry it: 1 to 20 letters, digits and signs (GS1 General Specifications, 3.5.2).
  private static func serial(_ text: String, of gtin: GTIN) throws -> String {
    guard ScannedItem(code: "01\(gtin.digits)21\(text)", isGS1: true)?.serial == text else {
      throw ScanShakeError.malformedSerial
    }
    return text
  }
}
