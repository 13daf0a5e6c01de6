/// What the lines of a file without a key of their own come to, counted before any of them is done.
package struct LineCensus {
  private(set) var meanings = MeaningSet()
  /// Lines without a key.
  package private(set) var lines = 0
  /// How many of them their batch has done before.
  package private(set) var known = 0
  /// What the others mean.
  private(set) var fresh = MeaningSet()
  /// Of lines with a key that is new: what they would be known by without it.
  private(set) var keyed = MeaningSet()

  /// Lines that can't be read, and so say nothing.
  package var faulty = 0

  package init() {}

  /// How many lines say what a line before them says.
  package var identical: Int { meanings.repeated }

  package mutating func add(_ place: BatchRows.Place) {
    lines += 1
    if place.isKnown { known += 1 } else { fresh.add(place.meaning) }
    meanings.add(place.meaning)
  }

  package mutating func add(keyed meaning: UInt64) { keyed.add(meaning) }
}
