internal import QixKernel

/// Names a value within a JSON text (RFC 6901): `/award/table/rows/2`; the empty one names the whole.
package struct JSONPointer: Hashable, Sendable, CustomStringConvertible {
  /// Keys, and indices of arrays, as they are.
  package private(set) var steps: [String]

  package static let whole = JSONPointer([])

  package init(_ steps: [String]) { self.steps = steps }

  package func appending(_ key: String) -> JSONPointer { JSONPointer(steps + [key]) }
  package func appending(_ index: Int) -> JSONPointer { appending(String(index)) }

  package var description: String {
    steps.map { step in
      // RFC 6901 §3: a tilde first, or that of the slash would be taken for one.
      "/" + step.replacing("~", with: "~0").replacing("/", with: "~1")
    }.joined()
  }
}
