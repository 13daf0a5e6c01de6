package import QixKernel

/// An error in deriving keys. A box or a tag that doesn't fit is no error here: it gives nil or false, and the caller
/// knows what that means.
package enum CryptoError: Failing, Equatable {
  /// The system would not give the memory that a slow hash is to use, in bytes.
  case noMemory(bytes: Int)
  /// Parameters of a slow hash outside of what this program runs: too weak to be trusted, or made to exhaust the machine.
  case cost(String)
  /// A stored hash that can't be read.
  case malformedHash

  package var failure: Failure {
    switch self {
    case .noMemory(let bytes):
      Failure(
        "crypto.no-memory", .failed, "there are no \(bytes / 1_048_576) MiB of memory for deriving a key",
        hint: "close other programs, or run it on the machine where the key was made")
    case .cost(let problem):
      Failure(
        "crypto.cost", .damaged, "a key can't be derived with these parameters: \(problem)",
        hint: "restore it from a backup")
    case .malformedHash:
      Failure(
        "crypto.malformed-hash", .damaged,
        """
        a stored hash is not an Argon2id hash
        """, hint: "restore it from a backup")
    }
  }
}
