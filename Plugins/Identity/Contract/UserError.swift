package import QixKernel

package enum UserError: Diagnosable, Equatable {
  case notFound(String)
  case malformedExternalID(String, problem: String)
  case externalIDTaken(String)

  package var category: ErrorCategory {
    switch self {
    case .notFound: .notFound
    case .malformedExternalID: .usage
    case .externalIDTaken: .conflict
    }
  }

  package var code: String {
    switch self {
    case .notFound: "identity.user-not-found"
    case .malformedExternalID: "identity.external-id-malformed"
    case .externalIDTaken: "identity.external-id-taken"
    }
  }

  package var description: String {
    switch self {
    case .notFound(let reference): "there is no user '\(reference)'"
    case .malformedExternalID(let id, let problem): "'\(id)' can't be an external id: \(problem)"
    case .externalIDTaken(let id): "another user has the external id '\(id)' already"
    }
  }

  package var hint: String? {
    switch self {
    case .notFound: "Name a user by usr_… or by external id; `qix user list` shows them, `qix user create` makes one."
    case .malformedExternalID: nil
    case .externalIDTaken(let id): "See whose it is with `qix user show \(id)`."
    }
  }
}
