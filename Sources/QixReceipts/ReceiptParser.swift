package import QixOCR

/// Makes of the text of a receipt what it says.
package struct ReceiptParser: Sendable {
  package init() {}

  /// - Parameters:
  ///   - lines: what was read, in any order.
  ///   - width: of the picture, in pixels.
  package func parse(_ lines: [TextLine], width: Int, height: Int) -> Receipt {
    var receipt = Receipt()
    receipt.lines = lines
    (receipt.width, receipt.height) = (width, height)
    return receipt
  }
}
