/// Totals above other totals: taxes, service and delivery are added to a first sum, and the amount payable stands last.
extension TotalFinder {
  struct Steps {
    /// The last total that each earlier one is a part of.
    var final: [Int64: Int64] = [:]
    /// Pairs of totals of which the later is larger, and which don't add up.
    var open: [Set<Int64>] = []
  }

  /// Rows between two totals at most.
  private static let reach = 12

  /// Compares each total with each larger one below it, and adds up the rows between.
  /// - Parameter end: the row from which on tables of taxes stand.
  func steps(among totals: [Entry], _ roundings: [Entry], before end: Int) -> Steps {
    var steps = Steps()
    for part in totals {
      for whole in totals where whole.row > part.row && whole.row - part.row <= Self.reach {
        let isPayable = isPayable(classes[whole.row])
        guard whole.value > part.value, whole.row < end || isPayable, isTotal(classes[whole.row]) else { continue }
        // Taxes, service and delivery come to half of the first total at most: more is easily drawn.
        let more = whole.value - part.value
        if 2 * more <= part.value, added(between: part.row, and: whole.row).contains(more) {
          steps.final[part.value] = whole.value
        } else if isPayable, signs(of: part.row) == signs(of: whole.row) {
          steps.open.append([part.value, whole.value])
        }
      }
    }
    for (part, whole) in steps.final { steps.final[part] = steps.final[whole] ?? whole }
    return steps
  }

  /// The sums that the rows between two totals may add: all of them, taxes and charges alone, or one of them.
  private func added(between first: Int, and last: Int) -> Set<Int64> {
    var (all, taxes, rounding): (Int64, Int64, Int64) = (0, 0, 0)
    var sums: Set<Int64> = []
    for index in first + 1..<last {
      guard let amount = rows[index].amounts.last?.value else { continue }
      switch classes[index] {
      case .tax:
        taxes += abs(amount)
        all += abs(amount)
        sums.insert(abs(amount))
      case .rounding: rounding += amount
      case .discount: all -= abs(amount)
      case .other:
        all += amount
        sums.insert(amount)
      default: break
      }
    }
    sums.formUnion([all, taxes])
    return Set(sums.flatMap { [$0, $0 + rounding] }).filter { $0 > 0 }
  }

  /// The currency codes in a row. Of two totals in different currencies, one was converted.
  private func signs(of index: Int) -> Set<[UInt8]> {
    Set(rows[index].folded.bytes.split { !$0.isCapital }.map { Array($0) }.filter(words.signs.contains))
  }

  private func isTotal(_ kind: RowClass) -> Bool {
    if case .total = kind { true } else { false }
  }

  private func isPayable(_ kind: RowClass) -> Bool {
    if case .total(let tier) = kind { tier >= 5 } else { false }
  }
}
