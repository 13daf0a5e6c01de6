internal import CampaignsContract
internal import QixDefinitions
internal import QixShake

/// The rows of an award's table while they are read.
///
/// A row of numbers goes from its `from` to the next one's. One that says where it ends by `below` is held to it, so
/// that an author who writes both bounds is told where two rows overlap or leave a gap.
struct TableRows {
  let otherwise: Int64
  private(set) var rows: [Award.Row] = []
  private var last: (from: Double, below: Double?, pointer: JSONPointer)?
  private var values: Set<String> = []
  private var isMixed = false

  init(otherwise: Int64) { self.otherwise = otherwise }

  mutating func read(_ value: JSONValue, at pointer: JSONPointer, _ faults: inout Faults) {
    guard let row = faults.object(value, at: pointer, keys: ["from", "below", "value", "coins"]) else {
      if value.isNull { faults.add(pointer, "a row is needed", "remove it, or write {\"from\": 80, \"coins\": 10}") }
      return
    }
    let coins = faults.value(row, "coins", at: pointer, .count("the coins", from: 0), isRequired: true)?.integer ?? 0
    let text = faults.value(row, "value", at: pointer, .text("the text that wins the coins"))?.string
    let from = faults.value(row, "from", at: pointer, .number("the least number of the row"))?.double
    let below = faults.value(row, "below", at: pointer, .number("the number up to which the row goes"))?.double
    switch (text, from) {
    case (let text?, nil):
      if last != nil { mixed(at: pointer, &faults) }
      if !values.insert(text).inserted {
        faults.add(pointer.appending("value"), "an earlier row has this value", "remove one of the two")
      }
      if below != nil {
        faults.add(pointer.appending("below"), "a text can't have a limit", "remove it, or write from instead of value")
      }
      rows.append(.value(text, coins: coins))
    case (nil, let from?):
      if !values.isEmpty { mixed(at: pointer, &faults) }
      number(from, below, coins, at: pointer, &faults)
    default:
      // A `from` or `value` of the wrong kind has its fault already.
      guard row["from"] == nil || row["value"] != nil, text != nil || row["value"] == nil else { return }
      faults.add(pointer, "either from or value is needed", "write from for numbers, value for texts")
    }
  }

  private mutating func number(
    _ from: Double, _ below: Double?, _ coins: Int64, at pointer: JSONPointer, _ faults: inout Faults
  ) {
    if let last {
      if from <= last.from {
        faults.add(
          pointer.appending("from"), "it is not above the previous row",
          "put the rows in rising order, each number once")
      } else if let end = last.below, end > from {
        faults.add(
          last.pointer.appending("below"), "the row overlaps the next one", "write \(Self.text(from)), or remove it")
      } else if let end = last.below, end < from {
        faults.add(
          last.pointer.appending("below"), "there is a gap between this row and the next one",
          "write \(Self.text(from)), or put a row between them; with 0 coins it wins nothing")
      }
    }
    if let below, below <= from {
      faults.add(pointer.appending("below"), "the row ends before it begins", "write more than \(Self.text(from))")
    }
    last = (from, below, pointer)
    rows.append(.from(from, coins: coins))
  }

  mutating func finish(count: Int, at pointer: JSONPointer, _ faults: inout Faults) {
    // Behind the end of the last row nothing fits.
    if let last, let end = last.below, end > last.from { rows.append(.from(end, coins: otherwise)) }
    if rows.count >= count, otherwise == 0, rows.allSatisfy({ $0.coins == 0 }) {
      faults.add(pointer, "no user can win anything", "give one of the rows some coins")
    }
  }

  private mutating func mixed(at pointer: JSONPointer, _ faults: inout Faults) {
    guard !isMixed else { return }
    isMixed = true
    faults.add(pointer, "rows of numbers and rows of texts are mixed", "write from in all rows, or value in all rows")
  }

  static func text(_ number: Double) -> String { Int64(exactly: number).map(String.init) ?? "\(number)" }
}
