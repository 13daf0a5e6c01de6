internal import QixShake

/// Errors of products that happen in several places, or decide a file's hint.
enum ScanShakeError: Failing {
  case malformedText(String, most: Int)
  /// A spreadsheet has spoiled a number or serial number.
  case damagedCell(String, CellDamage)
  case noProduct(String)

  var failure: Failure {
    switch self {
    case .malformedText(let field, let most):
      Failure(
        "scanshake.text-malformed", .usage, "the \(field) is longer than \(most) characters, or has control characters")
    case .damagedCell(let field, let damage):
      Failure("scanshake.cell-damaged", .usage, "the \(field) \(damage.sentence)", hint: "\(CellDamage.remedy)")
    case .noProduct(let gtin):
      Failure(
        "scanshake.product-not-found", .notFound, "there is no product '\(gtin)'",
        hint: "`qix product list` shows what there is.")
    }
  }
}
