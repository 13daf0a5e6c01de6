internal import IdentityContract
internal import QixCrypto
internal import QixModule

extension Connection {
  /// SHA-256 of what a user has proved: the keyed hashes of numbers, addresses and accounts, so no vault is needed.
  func digestOfProofs(of user: UserID) throws -> [UInt8] {
    var hasher = SHA256()
    func add(_ bytes: [UInt8]) {
      hasher.update(Int64(bytes.count))
      hasher.update(bytes)
    }
    add(user.bytes)
    let proofs = try fetchAll(
      """
      SELECT p.proof, l.hash FROM identity_proofs AS p
      LEFT JOIN identity_lookups AS l ON l.user = p.user AND l.field = p.proof
      WHERE p.user = \(user) ORDER BY p.proof, l.hash
      """
    ) { ($0["proof"] as [UInt8], $0["hash"] as [UInt8]) }
    for (proof, hash) in proofs {
      add(proof)
      add(hash)
    }
    let accounts: [[UInt8]] = try fetchAll("SELECT hash FROM identity_accounts WHERE user = \(user) ORDER BY hash")
    accounts.forEach(add)
    return hasher.finish()
  }
}
