internal import QixKernel

extension ValueType where Value: FixedWidthInteger {
  /// A whole number in ASCII digits, with a leading `-` where the range has negative numbers.
  package static func integer(in range: ClosedRange<Value> = Value.min...Value.max) -> ValueType {
    // Made when it is thrown: a start makes many types, and few faults.
    @Sendable func outside() -> ValueError {
      ValueError("the number must be from \(range.lowerBound) to \(range.upperBound)")
    }
    var type = ValueType(placeholder: "NUMBER") { text throws(ValueError) in
      let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
      // Swift's own initialiser takes a leading '+', which no other value here does.
      guard !digits.isEmpty, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
        throw ValueError(text.isEmpty ? "the number is empty" : "a whole number in plain digits is needed, such as 42")
      }
      guard let value = Value(text), range.contains(value) else { throw outside() }
      return value
    }
    type.number = { number throws(ValueError) in
      guard let value = Value(exactly: number), range.contains(value) else { throw outside() }
      return value
    }
    return type
  }
}

extension ValueType where Value: FixedWidthInteger & Sendable {
  /// A list's number of rows at most. Its default is for a screen and for one answer over HTTP: in a pipe or a file the
  /// list is whole unless the number is given, since a script would take a page for all there is.
  package static func rows(upTo most: Value = 100_000) -> ValueType {
    var type = integer(in: 1...most).serving(.rows)
    // Lists look for one row more, which tells whether there are more.
    type.whole = Value.max - 1
    return type
  }
}

extension ValueType where Value == Int64 {
  /// An amount of coins, 1 to 2⁶³ − 1; see `CoinAmount`.
  package static var coins: ValueType {
    var type = ValueType(placeholder: "COINS") { text throws(ValueError) in
      var text = text
      switch text.withUTF8({ CoinAmount.parse(UnsafeRawBufferPointer($0)) }) {
      case .success(let amount): return amount
      case .failure(let error): throw ValueError("\(error)")
      }
    }
    type.number = { number throws(ValueError) in
      guard number > 0 else { throw ValueError("\(number == 0 ? CoinAmountError.zero : .negative)") }
      return number
    }
    return type
  }

  /// A length of time in microseconds: a positive whole number and one of `s`, `m`, `h`, `d` (24 hours), or a period of
  /// ISO 8601 without years and months, which have no length of their own.
  package static var duration: ValueType {
    ValueType(placeholder: "DURATION") { text throws(ValueError) in
      if let period = Period(iso8601: text), period.months == 0, period.days < 9_999, period.microseconds < .max / 2 {
        return period.days * 86_400_000_000 + period.microseconds
      }
      let digits = text.utf8.dropLast()
      let unit: Int64? =
        switch text.last {
        case "s": 1_000_000
        case "m": 60_000_000
        case "h": 3_600_000_000
        case "d": 86_400_000_000
        default: nil
        }
      guard let unit, !digits.isEmpty,
        digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
      else { throw ValueError("a duration is a whole number and s, m, h or d, such as 90s, 15m, 24h, 30d or PT15M") }
      guard let count = Int64(text.dropLast()), case (let value, false) = count.multipliedReportingOverflow(by: unit)
      else { throw ValueError("the duration is longer than 106,751,991 days") }
      guard value > 0 else { throw ValueError("the duration must be longer than zero") }
      return value
    }
  }
}
