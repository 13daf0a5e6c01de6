/// The count of a file's lines without a key of their own, taken before any of them is done.
package struct LineCensus {
  private(set) var meanings = MeaningSet()
  /// Lines without a key.
  package private(set) var lines = 0
  /// The number of them that their batch has done before.
  package private(set) var known = 0
  /// The meanings of the others.
  private(set) var fresh = MeaningSet()
  /// What those mean together with options, where these say something.
  private(set) var wholes = MeaningSet()
  /// The meanings of lines with a new key: what they would be known by without it.
  private(set) var keyed = MeaningSet()

  /// Lines that can't be read, and so say nothing.
  package var faulty = 0

  package init() {}

  /// The number of lines that repeat an earlier one.
  package var identical: Int { meanings.repeated }

  package mutating func add(_ place: BatchRows.Place) {
    lines += 1
    if place.isKnown {
      known += 1
    } else {
      fresh.add(place.meaning)
      if let whole = place.whole { wholes.add(whole) }
    }
    meanings.add(place.meaning)
  }

  /// How many lines another batch has done, whose meanings these are. What a line says itself may have been an option
  /// there, and the other way round.
  func repeats(_ theirs: [UInt64], _ theirWholes: [UInt64]) -> Int {
    max(fresh.count(among: theirs), fresh.count(among: theirWholes), wholes.count(among: theirs + theirWholes))
  }

  package mutating func add(keyed meaning: UInt64) { keyed.add(meaning) }
}
