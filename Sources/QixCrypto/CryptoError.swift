package import QixKernel

/// What can go wrong in deriving keys. A box or a tag that doesn't fit is no error here: it is nil or false, and the
/// caller knows what that means.
package enum CryptoError: Diagnosable, Equatable {
  /// The system would not give the memory that a slow hash is to use, in bytes.
  case noMemory(bytes: Int)
  /// Parameters of a slow hash outside of what this program runs: too weak to be trusted, or made to exhaust the machine.
  case cost(String)
  /// A stored hash that can't be read.
  case malformedHash

  package var category: ErrorCategory {
    switch self {
    case .noMemory: .failed
    case .cost, .malformedHash: .damaged
    }
  }

  package var code: String {
    switch self {
    case .noMemory: "crypto.no-memory"
    case .cost: "crypto.cost"
    case .malformedHash: "crypto.malformed-hash"
    }
  }

  package var description: String {
    switch self {
    case .noMemory(let bytes): "there are no \(bytes / 1_048_576) MiB of memory for deriving a key"
    case .cost(let problem): "a key can't be derived with these parameters: \(problem)"
    case .malformedHash: "a stored hash is no Argon2id hash"
    }
  }

  package var hint: String? {
    switch self {
    case .noMemory: "close other programs, or run it on the machine where the key was made"
    case .cost, .malformedHash: "restore it from a backup"
    }
  }
}
