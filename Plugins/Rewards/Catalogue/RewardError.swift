internal import QixDefinitions
internal import QixKernel

/// Why something was not done to the catalogue. Nothing has changed when one is thrown.
enum RewardError: Diagnosable, Equatable {
  case notFound(String, near: String?)
  /// - Parameter faults: each with its place, in the order in which they stand in the file.
  case faulty(source: String, faults: [PlacedFault])

  init(_ faults: Faults, in source: FaultSource) {
    self = .faulty(source: source.name, faults: source.placed(faults))
  }

  var category: ErrorCategory {
    switch self {
    case .notFound: .notFound
    case .faulty(_, let faults): faults.allSatisfy { $0.fault.kind == .duplicate } ? .conflict : .usage
    }
  }

  var code: String {
    switch self {
    case .notFound: "rewards.not-found"
    case .faulty: category == .conflict ? "rewards.name-taken" : "rewards.faulty"
    }
  }

  var description: String {
    switch self {
    case .notFound(let reference, let near):
      "there is no reward '\(reference)'\(near.map { "; did you mean '\($0)'?" } ?? "")"
    case .faulty(let source, let faults):
      faults.count == 1
        ? "\(source) can't be used: \(faults[0].sentence)"
        : "\(source) can't be used, for \(faults.count) reasons:\n"
          + faults.map { "  \($0.sentence)" }.joined(separator: "\n")
    }
  }

  var hint: String? {
    switch self {
    case .notFound: "See which there are with `qix reward list`."
    case .faulty: "docs/rewards.md says what a reward's description holds. Nothing was changed."
    }
  }
}
