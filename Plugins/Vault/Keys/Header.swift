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
    let row = try connection.first(
      "SELECT format, vault, generation, commitment, created_at, rotated_at, mac FROM vault_header WHERE row = 1"
    ) { row in
      // A newer format may hold anything in the other columns.
      guard row.integer(0) == format else { throw VaultError.format(row.integer(0)) }
      return Header(
        vault: try row.identifier(1), generation: row.integer(2), commitment: row.blob(3), created: row.time(4),
        rotated: row.time(5), slots: [], mac: row.blob(6))
    }
    guard var header = row else { return nil }
    header.slots = try connection.rows(
      "SELECT slot, kind, passes, memory, salt, recipient, created_at, box, proof_key, proof FROM vault_slots ORDER BY slot"
    ) { row in
      guard let kind = Slot.Kind(rawValue: row.integer(1)) else {
        throw VaultError.damaged("slot \(row.integer(0)) is of no known kind")
      }
      return Slot(
        number: row.integer(0), kind: kind,
        cost: Argon2id.Cost(passes: Int(row.integer(2)), memory: Int(row.integer(3))), salt: row.blob(4),
        recipient: row.blob(5), created: row.time(6), box: row.blob(7), sealedProofKey: row.blob(8), proof: row.blob(9))
    }
    return header
  }

  /// Writes it in the place of the one that is there, authenticated.
  /// - Parameter master: the master key that it belongs to.
  mutating func write(under master: borrowing SecretBytes, in connection: Connection) throws {
    try authenticate(under: master)
    try connection.run("DELETE FROM vault_header")
    try connection.run("DELETE FROM vault_slots")
    try connection.run(
      """
      INSERT INTO vault_header (row, format, vault, generation, commitment, created_at, rotated_at, mac)
      VALUES (1, ?1, ?2, ?3, ?4, ?5, ?6, ?7)
      """, .integer(Self.format), .id(vault), .integer(generation), .blob(commitment), .time(created), .time(rotated),
      .blob(mac))
    for slot in slots {
      try connection.run(
        """
        INSERT INTO vault_slots (slot, kind, passes, memory, salt, recipient, box, proof_key, proof, created_at)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
        """, .integer(slot.number), .integer(slot.kind.rawValue), .integer(Int64(slot.cost.passes)),
        .integer(Int64(slot.cost.memory)), .blob(slot.salt), .blob(slot.recipient), .blob(slot.box),
        .blob(slot.sealedProofKey), .blob(slot.proof), .time(slot.created))
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
