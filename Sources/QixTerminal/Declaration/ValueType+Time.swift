package import QixKernel

extension ValueType where Value == Timestamp {
  /// A moment in ISO 8601; without an offset it is UTC.
  package static var timestamp: ValueType<Timestamp> {
    ValueType(placeholder: "TIME") { text throws(ValueError) in
      if let value = Timestamp(text) { return value }
      throw ValueError("a moment is written 2027-06-30, 2027-06-30T12:00:00Z or 2027-06-30T12:00:00+02:00")
    }
  }
}

extension ValueType where Value == CalendarDate {
  package static var date: ValueType<CalendarDate> {
    ValueType(placeholder: "DATE") { text throws(ValueError) in
      if let value = CalendarDate(text) { return value }
      throw ValueError("a date is written 2027-06-30 and must be in the calendar")
    }
  }
}
