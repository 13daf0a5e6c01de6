package import QixKernel

extension Argon2id {
  /// For codes that live for minutes and are tried a few times: 19 MiB, two passes, about 20 ms.
  package static let codeCost = Cost(passes: 2, memory: 19 << 20)

  /// A hash of a code or a password with its salt and cost, as text to be stored:
  /// `$argon2id$v=19$m=19456,t=2,p=1$SALT$HASH`, which is what the reference implementation writes.
  package static func hash(
    _ secret: borrowing SecretBytes, cost: Cost = codeCost, random: any RandomSource
  ) throws(CryptoError) -> String {
    let salt = random.bytes(saltSize)
    let hash = try derive(secret, salt: salt, cost: cost)
    return "$argon2id$v=19$m=\(cost.memory / 1_024),t=\(cost.passes),p=1$\(Base64.unpadded.encode(salt))$"
      + hash.withUnsafeBytes { Base64.unpadded.encode($0) }
  }

  /// Whether the secret is the one that was hashed, compared in constant time.
  /// - Parameter ceiling: What a stored hash may ask of this machine; one that asks for more was not written by us.
  /// - Throws: `malformedHash` or `cost` for a text that `hash` didn't write.
  package static func verify(
    _ secret: borrowing SecretBytes, against text: String, ceiling: Cost = Cost(passes: 10, memory: 256 << 20)
  ) throws(CryptoError) -> Bool {
    let stored = try parse(text)
    guard stored.cost.passes <= ceiling.passes, stored.cost.memory <= ceiling.memory else {
      throw .cost("a stored hash asks for \(stored.cost.memory / 1_048_576) MiB and \(stored.cost.passes) passes")
    }
    let hash = try derive(secret, salt: stored.salt, cost: stored.cost, size: stored.hash.count)
    return hash.withUnsafeBytes { hash in stored.hash.withUnsafeBytes { constantTimeEqual(hash, $0) } }
  }

  private static func parse(_ text: String) throws(CryptoError) -> (cost: Cost, salt: [UInt8], hash: [UInt8]) {
    let parts = text.utf8.count <= 256 ? text.split(separator: "$", omittingEmptySubsequences: false) : []
    guard parts.count == 6, parts[0].isEmpty, parts[1] == "argon2id", parts[2] == "v=19" else { throw .malformedHash }
    let parameters = parts[3].split(separator: ",", omittingEmptySubsequences: false)
    guard parameters.count == 3, parameters[0].hasPrefix("m="), parameters[1].hasPrefix("t="), parameters[2] == "p=1",
      let kibibytes = Int32(parameters[0].dropFirst(2)), let passes = Int32(parameters[1].dropFirst(2)),
      let salt = Base64.unpadded.decode(parts[4]), salt.count == saltSize,
      let hash = Base64.unpadded.decode(parts[5]), (16...64).contains(hash.count)
    else { throw .malformedHash }
    return (Cost(passes: Int(passes), memory: Int(kibibytes) << 10), salt, hash)
  }
}
