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
  case noProduct(String)
  case noPrefix(String)
  case noCampaign(String)
  case noScan(String)
  case inUse(String, campaign: String)
  case reviewed(String)
  /// - Parameter first: what is wrong with the first line that is.
  case faultyLines(file: String, count: Int64, line: Int, first: any Diagnosable)
  case noColumn(String, file: String)
  /// - Parameter shake: what is recorded of it; nil for a dry run.
  case refused(Refusal, ShakeID?)
  case unread(count: Int64)
  case damaged

  var category: ErrorCategory {
    switch self {
    case .malformedGTIN, .missing, .malformedText, .malformedCoins, .malformedPicture, .malformedPrefix, .noColumn:
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
    case .noProduct: "scanshake.product-not-found"
    case .noPrefix: "scanshake.prefix-not-found"
    case .noCampaign: "scanshake.campaign-not-found"
    case .noScan: "scanshake.scan-not-found"
    case .inUse: "scanshake.product-in-use"
    case .reviewed: "scanshake.reviewed"
    case .faultyLines: "scanshake.faulty-lines"
    case .noColumn: "scanshake.no-column"
    case .refused(let refusal, _): refusal.code
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
    case .noProduct(let gtin): "there is no product '\(gtin)'"
    case .noPrefix(let prefix): "there is no prefix '\(prefix)'"
    case .noCampaign(let name): "there is no campaign '\(name)'"
    case .noScan(let shake): "there is no scan that counted under '\(shake)'"
    case .inUse(let gtin, let campaign): "the campaign '\(campaign)' is running and names the product '\(gtin)'"
    case .reviewed(let shake): "the scan \(shake) doesn't wait for a review"
    case .faultyLines(let file, let count, let line, let first):
      "\(file): \(count) \(count == 1 ? "line" : "lines") can't be taken; line \(line): \(first.description)"
    case .noColumn(let name, let file): "\(file) has no column '\(name)'"
    case .refused(let refusal, _): refusal.sentence
    case .unread(let count): "\(count) of the files can't be read"
    case .damaged: "a product's number in the database is no GTIN"
    }
  }

  var hint: String? {
    switch self {
    case .malformedGTIN: "It has the 8, 12, 13 or 14 digits below the bars."
    case .missing, .malformedText, .malformedCoins, .malformedPicture: nil
    case .malformedPrefix: "It is what the GTIN-13s of the brand begin with."
    case .noProduct: "`qix product list` shows what there is."
    case .noPrefix: "`qix product prefix list` shows what there is."
    case .noCampaign: "`qix campaign list` shows what there is."
    case .noScan: "`qix scan list` shows those that counted; `qix shake explain` says why one didn't."
    case .inUse(_, let campaign): "Pause or end it first: `qix campaign pause \(campaign)`."
    case .reviewed: "`qix scan list --review waiting` shows those that do."
    case .faultyLines: "Mend the lines, and run the same again; --keep-going takes the others."
    case .noColumn: "The columns are gtin, name, brand, category, picture, coins, campaign; the first two are needed."
    case .refused(let refusal, let shake):
      shake.map { id in (refusal.hint.map { "\($0) " } ?? "") + "`qix shake explain \(id)` says how it came to that." }
        ?? refusal.hint
    case .unread: nil
    case .damaged: "Restore the last good backup with `qix db restore FILE`."
    }
  }
}

extension GTIN.Fault {
  var sentence: String {
    switch self {
    case .characters: "it has other characters than digits"
    case .length(let count): "it has \(count) digits, and not 8, 12, 13 or 14"
    case .checkDigit(let expected): "its last digit doesn't fit the others: they ask for \(expected)"
    case .zero: "it has nothing but zeros"
    }
  }
}
