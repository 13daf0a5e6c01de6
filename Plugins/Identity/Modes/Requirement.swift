internal import IdentityContract

/// The requirement of a mode, as an operator has written it: fields, proofs and accounts, joined by `and` and `or`.
indirect enum Requirement: Sendable, Equatable {
  case nothing
  case field(ProfileField)
  /// `proved-phone`: also that the value is there, since a proof goes with its value.
  case proof(Proof)
  case account
  case all([Requirement])
  case any([Requirement])

  func isMet(by holdings: Holdings) -> Bool {
    switch self {
    case .nothing: true
    case .field(let field): holdings.fields.contains(field)
    case .proof(let proof): holdings.proofs.contains(proof)
    case .account: holdings.hasAccount
    case .all(let parts): parts.allSatisfy { $0.isMet(by: holdings) }
    case .any(let parts): parts.contains { $0.isMet(by: holdings) }
    }
  }

  /// The missing parts, each in the words of the setting; where there is a choice, its ways as far as they are missing.
  func missing(in holdings: Holdings) -> [String] {
    guard !isMet(by: holdings) else { return [] }
    switch self {
    case .nothing, .field, .proof, .account: return ["\(self)"]
    case .all(let parts): return parts.flatMap { $0.missing(in: holdings) }
    case .any(let parts):
      let ways = parts.map { $0.missing(in: holdings) }
      return [
        ways.map { $0.count == 1 ? $0[0] : "(\($0.joined(separator: " and ")))" }.joined(separator: " or ")
      ]
    }
  }
}

extension Requirement: CustomStringConvertible {
  /// The text in the setting; parsing it gives the same requirement.
  var description: String {
    switch self {
    case .nothing: "nothing"
    case .field(let field): field.rawValue
    case .proof(let proof): "proved-\(proof.rawValue)"
    case .account: "account"
    case .all(let parts): parts.map { $0.bracketed }.joined(separator: " and ")
    case .any(let parts): parts.map { $0.bracketed }.joined(separator: " or ")
    }
  }

  private var bracketed: String {
    switch self {
    case .all, .any: "(\(self))"
    default: "\(self)"
    }
  }
}
