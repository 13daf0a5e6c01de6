package import QixFormats
internal import QixKernel

/// Something in a description that can't be.
package struct Fault: Sendable, Equatable {
  package enum Kind: Sendable {
    case malformed
    /// Fine by itself, but taken.
    case duplicate
  }

  /// Within the description as JSON, also where it was given by options or as the row of a table.
  package let pointer: JSONPointer
  /// The problem: a clause without capital letter and full stop.
  package let problem: String
  /// The remedy, in the same form.
  package let remedy: String
  package var kind = Kind.malformed

  package init(pointer: JSONPointer, problem: String, remedy: String, kind: Kind = .malformed) {
    self.pointer = pointer
    self.problem = problem
    self.remedy = remedy
    self.kind = kind
  }
}

/// A fault with its place, as the author of the description finds it.
package struct PlacedFault: Sendable, Equatable {
  /// `line 7, /caps/wins`, or `--cap-wins`.
  package let place: String
  package let fault: Fault

  package init(place: String, fault: Fault) {
    self.place = place
    self.fault = fault
  }

  package var sentence: String { "\(problem) \(remedy)" }

  /// The problem, with its place in front.
  package var problem: String { "\(place): \(fault.problem)\(fault.problem.hasSuffix("?") ? "" : ".")" }
  /// The remedy, as a sentence.
  package var remedy: String { "\(fault.remedy.asSentence)." }
}
