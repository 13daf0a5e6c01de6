internal import QixGS1
internal import QixShake

/// What can be wrong with a product, a scan or a picture.
enum ScanShakeError: Diagnosable {
  case malformedGTIN(GTIN.Fault)
  case missing(String)
  case malformedText(String, most: Int)
  case malformedCoins
  case malformedPicture
  case malformedPrefix
  case malformedSerial
  /// - Parameter line: where the file has described the same product before.
  case describedTwice(String, line: Int)
  case noProduct(String)
  case noPrefix(String)
  case noCampaign(String)
  case noScan(String)
  case inUse(String, campaign: String)
  case reviewed(String)
  /// - Parameter first: what is wrong with the first line that is.
  case faultyLines(file: String, count: Int64, line: Int, first: any Diagnosable)
  /// - Parameter needed: how many of all columns, the first, have to be there.
  case noColumn(String, file: String, all: [String], needed: Int)
  /// A column that nobody asks for, whose name is nearly that of one.
  case mistypedColumn(String, meant: String, file: String)
  case refused(Refusal)
  case unread(count: Int64)
  case damaged

  var category: ErrorCategory {
    switch self {
    case .malformedGTIN, .missing, .malformedText, .malformedCoins, .malformedPicture, .malformedPrefix,
      .malformedSerial, .describedTwice, .noColumn, .mistypedColumn:
      .usage
    case .noProduct, .noPrefix, .noCampaign, .noScan: .notFound
    case .inUse, .reviewed: .conflict
    case .faultyLines(_, _, _, let first): first.category
    case .refused: .refused
    case .unread: .failed
    case .damaged: .damaged
    }
  }

  var code: String {
    switch self {
    case .malformedGTIN: "scanshake.gtin-malformed"
    case .missing: "scanshake.missing"
    case .malformedText: "scanshake.text-malformed"
    case .malformedCoins: "scanshake.coins-malformed"
    case .malformedPicture: "scanshake.picture-malformed"
    case .malformedPrefix: "scanshake.prefix-malformed"
    case .malformedSerial: "scanshake.serial-malformed"
    case .describedTwice: "scanshake.described-twice"
    case .noProduct: "scanshake.product-not-found"
    case .noPrefix: "scanshake.prefix-not-found"
    case .noCampaign: "scanshake.campaign-not-found"
    case .noScan: "scanshake.scan-not-found"
    case .inUse: "scanshake.product-in-use"
    case .reviewed: "scanshake.reviewed"
    case .faultyLines: "scanshake.faulty-lines"
    case .noColumn: "scanshake.no-column"
    case .mistypedColumn: "scanshake.column-mistyped"
    case .refused(let refusal): refusal.code
    case .unread: "scanshake.unread"
    case .damaged: "scanshake.damaged"
    }
  }

  var description: String {
    switch self {
    case .malformedGTIN(let fault): "the product's number is no GTIN: \(fault.sentence)"
    case .missing(let field): "the product has no \(field)"
    case .malformedText(let field, let most):
      "the \(field) is longer than \(most) characters, or has control characters"
    case .malformedCoins: "the coins of a product are a whole number from 0 to 1,000,000,000"
    case .malformedPicture: "the picture's address is neither https nor http"
    case .malformedPrefix: "a prefix has 3 to 12 digits"
    case .malformedSerial: "a serial number has 1 to 20 letters, digits and signs, as a GS1 code carries it"
    case .describedTwice(let gtin, let line): "line \(line) describes the product '\(gtin)' otherwise"
    case .noProduct(let gtin): "there is no product '\(gtin)'"
    case .noPrefix(let prefix): "there is no prefix '\(prefix)'"
    case .noCampaign(let name): "there is no campaign '\(name)'"
    case .noScan(let shake): "there is no scan that counted under '\(shake)'"
    case .inUse(let gtin, let campaign): "the campaign '\(campaign)' is running and names the product '\(gtin)'"
    case .reviewed(let shake): "the scan \(shake) doesn't wait for a review"
    case .faultyLines(let file, let count, let line, let first):
      "\(file): \(count.counted("line")) can't be taken; line \(line): \(first.description)"
    case .noColumn(let name, let file, _, _): "\(file) has no column '\(name)'"
    case .mistypedColumn(let column, let meant, let file):
      "\(file) has a column '\(column)', which would be passed over; did you mean '\(meant)'?"
    case .refused(let refusal): refusal.sentence
    case .unread(let count): "\(count) of the files can't be read"
    case .damaged: "a product's number in the database is no GTIN"
    }
  }

  var hint: String? {
    switch self {
    case .malformedGTIN: "It has the 8, 12, 13 or 14 digits below the bars."
    case .missing, .malformedText, .malformedCoins, .malformedPicture, .malformedSerial: nil
    case .describedTwice: "Leave one of both out."
    case .malformedPrefix: "It is what the GTIN-13s of the brand begin with."
    case .noProduct: "`qix product list` shows what there is."
    case .noPrefix: "`qix product prefix list` shows what there is."
    case .noCampaign: "`qix campaign list` shows what there is."
    case .noScan: "`qix scan list` shows those that counted; `qix shake explain` says why one didn't."
    case .inUse(_, let campaign): "Pause or end it first: `qix campaign pause \(campaign)`."
    case .reviewed: "`qix scan list --review waiting` shows those that do."
    case .faultyLines: "Mend the lines, and run the same again; --keep-going takes the others."
    case .noColumn(_, _, let all, let needed):
      "The columns are \(all.joined(separator: ", ")); the first \(needed) are needed."
    case .mistypedColumn(let column, let meant, _):
      "Rename it to '\(meant)', or say `--map \(meant)=\(column)`; else give it a name that can't be mistaken."
    case .refused(let refusal): refusal.hint
    case .unread: nil
    case .damaged: "Restore the last good backup with `qix db restore FILE`."
    }
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
