/// The rule by which shakes of a type count again, or don't: as far as it follows from a campaign's settings and from
/// what is in the database. Simulations play by it.
package struct Repetition: Sendable, Equatable {
  /// The things that shakes are about.
  package enum Things: Sendable, Equatable {
    /// Each shake brings a thing of its own, such as a receipt.
    case another
    /// One of so many, all equally likely, such as the products that count; 0 where there is none.
    case oneOf(Int64)
    /// The thing that is on at that moment: by start, and no two at a time. None where nothing is ever on.
    case openings([Opening])
  }

  /// A time in which shakes are about one thing.
  package struct Opening: Sendable, Equatable {
    package var start: Timestamp
    /// Until before this moment.
    package var end: Timestamp
    /// The number of what counts once, 0 or more: of a broadcast, of an event or of a part of it.
    package var thing: Int64

    package init(start: Timestamp, end: Timestamp, thing: Int64) {
      (self.start, self.end, self.thing) = (start, end, thing)
    }
  }

  /// When a thing counts again.
  package enum Again: Sendable, Equatable {
    case never
    /// So many microseconds after it counted last.
    case after(Int64)
    case always
  }

  /// The units of a proof.
  package enum Units: Sendable, Equatable {
    /// Any of these, all equally likely.
    case range(ClosedRange<Int64>)
    /// Those of each thing, by its number.
    case ofThings([Int64])

    package static let one = Units.range(1...1)
  }

  /// The refusals of the type, by their codes.
  package struct Codes: Sendable, Equatable {
    /// Of a thing that has counted.
    package var had: String
    /// Where there is no thing to shake for: nothing is on, no product counts.
    package var nothing: String
    /// Of more shakes in a minute or a day than count.
    package var pace: String

    package init(
      had: String = "shakes.had-already", nothing: String = "shakes.nothing-now", pace: String = "shakes.too-fast"
    ) {
      (self.had, self.nothing, self.pace) = (had, nothing, pace)
    }
  }

  package var things: Things
  package var again: Again
  /// Whether what one user has had is had by everybody.
  package var scope: SingleUse.Scope
  /// Shakes of a user that count in any minute, in any 24 hours; nil for no limit. Refused ones use up nothing.
  package var perMinute: Int64?
  package var perDay: Int64?
  /// Nil where neither settings nor the database tell.
  package var units: Units?
  package var codes: Codes

  package init(
    _ things: Things, again: Again = .never, scope: SingleUse.Scope = .user, perMinute: Int64? = nil,
    perDay: Int64? = nil, units: Units? = nil, codes: Codes = Codes()
  ) {
    (self.things, self.again, self.scope) = (things, again, scope)
    (self.perMinute, self.perDay, self.units, self.codes) = (perMinute, perDay, units, codes)
  }

  /// Each shake counts.
  package static let another = Repetition(.another)
}
