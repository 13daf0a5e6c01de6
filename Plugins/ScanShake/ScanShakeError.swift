internal import QixGS1
internal import QixShake

/// Errors of products, scans and pictures.
enum ScanShakeError: Failing {
  case malformedGTIN(GTIN.Fault)
  case missing(String)
  case malformedText(String, most: Int)
  case malformedCoins
  case malformedPicture
  case malformedPrefix
  case malformedSerial
  /// A spreadsheet has spoiled a number or serial number.
  case damagedCell(String, CellDamage)
  /// - Parameter line: where the file has described the same product before.
  case describedTwice(String, line: Int)
  case noProduct(String)
  case noPrefix(String)
  case noScan(String)
  case inUse(String, campaign: String)
  case reviewed(String)
  /// - Parameter first: what is wrong with the first line that is.
  case faultyLines(file: String, count: Int64, line: Int, first: any Diagnosable)
  /// - Parameter needed: how many of all columns, the first, have to be there.
  case noColumn(String, file: String, all: [String], needed: Int)
  /// A column that nobody asks for, whose name is nearly that of one.
  case mistypedColumn(String, meant: String, file: String)
  case damaged

  var failure: Failure {
    switch self {
    case .malformedGTIN(let fault):
      Failure(
        "scanshake.gtin-malformed", .usage, "the product's number is no GTIN: \(fault.sentence)",
        hint: "It has the 8, 12, 13 or 14 digits below the bars. Spreadsheets leave out zeros in front of a number; "
          + "format the column as text.")
    case .missing(let field):
      Failure("scanshake.missing", .usage, "the product has no \(field)")
    case .malformedText(let field, let most):
      Failure(
        "scanshake.text-malformed", .usage, "the \(field) is longer than \(most) characters, or has control characters")
    case .malformedCoins:
      Failure("scanshake.coins-malformed", .usage, "the coins of a product are a whole number from 0 to 1,000,000,000")
    case .malformedPicture:
      Failure("scanshake.picture-malformed", .usage, "the picture's address is neither https nor http")
    case .malformedPrefix:
      Failure(
        "scanshake.prefix-malformed", .usage, "a prefix has 3 to 12 digits",
        hint: "It is what the GTIN-13s of the brand begin with.")
    case .malformedSerial:
      Failure(
        "scanshake.serial-malformed", .usage,
        "a serial number has 1 to 20 letters, digits and signs, as a GS1 code carries it")
    case .damagedCell(let field, let damage):
      Failure("scanshake.cell-damaged", .usage, "the \(field) \(damage.sentence)", hint: CellDamage.remedy)
    case .describedTwice(let gtin, let line):
      Failure(
        "scanshake.described-twice", .usage, "line \(line) describes the product '\(gtin)' otherwise",
        hint: "Leave one of both out.")
    case .noProduct(let gtin):
      Failure(
        "scanshake.product-not-found", .notFound, "there is no product '\(gtin)'",
        hint: "`qix product list` shows what there is.")
    case .noPrefix(let prefix):
      Failure(
        "scanshake.prefix-not-found", .notFound, "there is no prefix '\(prefix)'",
        hint: "`qix product prefix list` shows what there is.")
    case .noScan(let shake):
      Failure(
        "scanshake.scan-not-found", .notFound, "there is no scan that counted under '\(shake)'",
        hint: "`qix scan list` shows those that counted; `qix shake explain` says why one didn't.")
    case .inUse(let gtin, let campaign):
      Failure(
        "scanshake.product-in-use", .conflict, "the campaign '\(campaign)' is running and names the product '\(gtin)'",
        hint: "Pause or end it first: `qix campaign pause \(campaign)`.")
    case .reviewed(let shake):
      Failure(
        "scanshake.reviewed", .conflict, "the scan \(shake) doesn't wait for a review",
        hint: "`qix scan list --review waiting` shows those that do; --again --reason TEXT corrects a verdict.")
    case .faultyLines(let file, let count, let line, let first):
      Failure(
        "scanshake.faulty-lines", first.category,
        "\(file): \(count.counted("line")) can't be taken; line \(line): \(first.description)",
        hint: Self.remedy(first) ?? "Mend the lines, and run the same again; --keep-going takes the others.")
    case .noColumn(let name, let file, let all, let needed):
      Failure(
        "scanshake.no-column", .usage, "\(file) has no column '\(name)'",
        hint: "The columns are \(all.joined(separator: ", ")); the first \(needed) are needed.")
    case .mistypedColumn(let column, let meant, let file):
      Failure(
        "scanshake.column-mistyped", .usage,
        "\(file) has a column '\(column)', which would be passed over; did you mean '\(meant)'?",
        hint: "Rename it to '\(meant)', or say `--map \(meant)=\(column)`; else give it a name that can't be mistaken.")
    case .damaged:
      Failure(
        "scanshake.damaged", .damaged, "a product's number in the database is no GTIN",
        hint: "Restore the last good backup with `qix db restore FILE`.")
    }
  }
}

extension ScanShakeError {
  /// How a file is mended that a spreadsheet has spoiled; nil for another fault.
  private static func remedy(_ fault: any Diagnosable) -> String? {
    guard case .damagedCell? = fault as? ScanShakeError else { return nil }
    return CellDamage.remedy
  }
}

extension GTIN.Fault {
  var sentence: String {
    switch self {
    case .characters: "it has other characters than digits"
    case .length(let count): "it has \(count.counted("digit")), and not 8, 12, 13 or 14"
    case .checkDigit(let expected): "its last digit doesn't fit the others: they ask for \(expected)"
    case .zero: "it has nothing but zeros"
    }
  }
}
