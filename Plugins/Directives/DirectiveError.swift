package import QixModule

/// Errors of directives and their sources that are thrown in several places.
package enum DirectiveError: Failing, Equatable {
  case malformed([DirectiveFault])
  case notFound(String)
  case malformedSource(String)
  /// A source's answer was not accepted.
  case badCopy(Problem)

  package enum Problem: Equatable, Sendable {
    case contentType
    case noSignature
    case malformedSignature
    case unknownKey
    case badSignature
    case document([DirectiveFault])
    case expired
    /// An older version than the one that is kept, or another document of the same version.
    case replayed(version: Int64, kept: Int64)
    /// Status 304 where nothing is kept.
    case nothingKept
    case redirected
  }

  package var failure: Failure {
    switch self {
    case .malformed(let faults):
      Failure(
        "shakes.directive-malformed", .usage,
        faults.count == 1
          ? "the directives can't be used: \(faults[0])"
          : "the directives can't be used, for \(faults.count) reasons:\n"
            + faults.map { "  \($0)" }.joined(separator: "\n"),
        hint: "docs/directives.md describes the format. Nothing was changed.")
    case .notFound(let name):
      Failure(
        "shakes.directive-not-found", .notFound, "there is no directive '\(name)'",
        hint: "List directives with `qix directive list`.")
    case .malformedSource(let problem):
      Failure("shakes.source-malformed", .usage, "the source can't be used: \(problem)")
    case .badCopy(let problem):
      Failure(
        problem.code, .failed, "\(problem.sentence)",
        hint: "The last good copy is kept. `qix directive source list` shows how old it is.")
    }
  }

  static func list(_ faults: [DirectiveFault]) -> String { faults.map(\.description).joined(separator: "; ") }
}

/// A fault of a document, and its place: `directives[3].when.link`.
package struct DirectiveFault: Sendable, Equatable, CustomStringConvertible {
  package let place: String
  package let problem: String
  package var description: String { place.isEmpty ? problem : "\(place): \(problem)" }
}

extension DirectiveError.Problem {
  fileprivate var code: String {
    switch self {
    case .contentType: "shakes.source-content-type"
    case .noSignature: "shakes.source-unsigned"
    case .malformedSignature: "shakes.source-signature-malformed"
    case .unknownKey: "shakes.source-unknown-key"
    case .badSignature: "shakes.source-signature"
    case .document: "shakes.source-document"
    case .expired: "shakes.source-expired"
    case .replayed: "shakes.source-replayed"
    case .nothingKept: "shakes.source-nothing-kept"
    case .redirected: "shakes.source-redirected"
    }
  }

  fileprivate var sentence: String {
    switch self {
    case .contentType: "the answer is not application/json"
    case .noSignature: "the answer has no header Qix-Signature"
    case .malformedSignature: "the header Qix-Signature can't be read"
    case .unknownKey: "the signature's key is not one of the source's keys"
    case .badSignature: "the signature does not match the answer"
    case .document(let faults): "the directives can't be used: \(DirectiveError.list(Array(faults.prefix(3))))"
    case .expired: "the directives have expired"
    case .replayed(let version, let kept) where version == kept:
      "it differs from the kept copy, but both are version \(kept)"
    case .replayed(let version, let kept): "it is version \(version), older than the kept version \(kept)"
    case .nothingKept: "it reports no change, but no copy is kept"
    case .redirected: "it redirects to another URL; a source must answer at its own URL"
    }
  }
}
