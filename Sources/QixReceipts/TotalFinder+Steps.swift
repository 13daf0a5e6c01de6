/// Totals above other totals: what is payable stands below taxes, service and delivery that are added to a first sum.
extension TotalFinder {
  struct Steps {
    /// For a total that is a part of a later one: the last of those.
    var final: [Int64: Int64] = [:]
    /// Totals of which a later, larger one is named what is payable, and is more than what stands between them adds.
    var open: [Set<Int64>] = []
  }

  /// Rows between two totals at most.
  private static let reach = 12

  /// Takes each total and a larger one below it, and adds up what stands between.
  /// - Parameter end: the row from which on tables of taxes stand.
  func steps(among totals: [Entry], _ roundings: [Entry], before end: Int) -> Steps {
    var steps = Steps()
    for part in totals {
      for whole in totals where whole.row > part.row && whole.row - part.row <= Self.reach {
        let isPayable = isPayable(classes[whole.row])
        guard whole.value > part.value, whole.row < end || isPayable, isTotal(classes[whole.row]) else { continue }
        // Taxes, service and delivery together are half as much at most: a larger sum is easily drawn.
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

  /// The codes of currencies in a row: one total in another money than the other was converted.
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
