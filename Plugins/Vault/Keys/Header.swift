internal import QixCrypto
internal import QixModule
internal import VaultContract

/// The part of a vault that is readable before it is open: which it is, what its master key must be, and its slots.
struct Header: Sendable, Equatable {
  static let format: Int64 = 1

  let vault: VaultID
  /// Counts master keys, from 1.
  let generation: Int64
  /// A commitment that only the master key of this generation leads to; checked before anything else is done with a
  /// key.
  let commitment: [UInt8]
  let created: Timestamp
  let rotated: Timestamp
  /// The slots, by their numbers.
  var slots: [Slot]
  /// Over all of the above, proofs included, under the manifest's key.
  var mac: [UInt8] = []

  /// Nil when there is no vault.
  /// - Throws: `VaultError.format`, `VaultError.damaged`.
  static func read(in connection: Connection) throws -> Header? {
    let row = try connection.fetchOne(
      "SELECT format, vault, generation, commitment, created_at, rotated_at, mac FROM vault_header WHERE row = 1"
    ) { row in
      // A newer format may hold anything in the other columns.
      guard (row["format"] as Int64) == format else { throw VaultError.format(row["format"]) }
      return Header(
        vault: try row["vault"], generation: row["generation"], commitment: row["commitment"],
        created: row["created_at"], rotated: row["rotated_at"], slots: [], mac: row["mac"])
    }
    guard var header = row else { return nil }
    header.slots = try connection.fetchAll(
      """
      SELECT slot, kind, passes, memory, salt, recipient, created_at, box, proof_key, proof FROM vault_slots
      ORDER BY slot
      """
    ) { row in
      guard let kind = Slot.Kind(rawValue: row["kind"]) else {
        throw VaultError.damaged("slot \(row["slot"] as Int64) has an unknown kind")
      }
      return Slot(
        number: row["slot"], kind: kind, cost: Argon2id.Cost(passes: row["passes"], memory: row["memory"]),
        salt: row["salt"], recipient: row["recipient"], created: row["created_at"], box: row["box"],
        sealedProofKey: row["proof_key"], proof: row["proof"])
    }
    return header
  }

  /// Writes it in the place of the one that is there, authenticated.
  /// - Parameter master: the master key that it belongs to.
  mutating func write(under master: borrowing SecretBytes, in connection: Connection) throws {
    try authenticate(under: master)
    try connection.execute("DELETE FROM vault_header")
    try connection.execute("DELETE FROM vault_slots")
    try connection.execute(
      """
      INSERT INTO vault_header (row, format, vault, generation, commitment, created_at, rotated_at, mac)
      VALUES (1, \(Self.format), \(vault), \(generation), \(commitment), \(created), \(rotated), \(mac))
      """)
    for slot in slots {
      try connection.execute(
        """
        INSERT INTO vault_slots (slot, kind, passes, memory, salt, recipient, box, proof_key, proof, created_at)
        VALUES (\(slot.number), \(slot.kind.rawValue), \(Int64(slot.cost.passes)), \(Int64(slot.cost.memory)),
          \(slot.salt), \(slot.recipient), \(slot.box), \(slot.sealedProofKey), \(slot.proof), \(slot.created))
        """)
    }
  }

  /// Makes the proof of each slot, and the authentication of all.
  mutating func authenticate(under master: borrowing SecretBytes) throws {
    for index in slots.indices where slots[index].kind.hasProof {
      let key = try slots[index].proofKey(under: master, of: self)
      let proof = proof(for: slots[index], key: key)
      slots[index].proof = proof
    }
    mac = authentication(key: KeyWrap.subkey(.manifest, of: master))
  }

  /// Whether nothing of it was altered, taken out or put in without the master key.
  func isAuthentic(key: borrowing SecretBytes) -> Bool { constantTimeEqual(authentication(key: key), mac) }

  func authentication(key: borrowing SecretBytes) -> [UInt8] {
    var data = AssociatedData("qix-vault-header/1")
    append(to: &data)
    for slot in slots { data.append(slot.proof) }
    return BLAKE2b.mac(data.bytes, key: key)
  }

  /// Shows the holder of a slot's secret that the header was written with the vault open: the master key alone doesn't,
  /// since any key can be put into a slot.
  /// - Parameter key: `Slot.proofKey`.
  func proof(for slot: Slot, key: borrowing SecretBytes) -> [UInt8] {
    var data = AssociatedData("qix-vault-proof/1")
    data.append(slot.number)
    append(to: &data)
    return BLAKE2b.mac(data.bytes, key: key)
  }

  /// All of it but the proofs and the authentication.
  private func append(to data: inout AssociatedData) {
    data.append(vault.bytes)
    data.append(generation)
    data.append(commitment)
    data.append(created.microseconds)
    data.append(rotated.microseconds)
    data.append(Int64(slots.count))
    for slot in slots {
      slot.append(to: &data)
      data.append(slot.box)
      data.append(slot.sealedProofKey)
    }
  }

  /// Makes sure of a master key before it is used for anything.
  func requireCommitment(to master: borrowing SecretBytes) throws {
    let expected = KeyWrap.commitment(to: master, vault: vault, generation: generation)
    guard constantTimeEqual(expected, commitment) else {
      throw VaultError.damaged("its header doesn't belong to the key in its slot")
    }
  }
}
