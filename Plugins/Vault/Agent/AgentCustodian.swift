internal import QixCrypto
internal import QixModule
internal import VaultContract

/// The master key in another process, the agent.
final class AgentCustodian: KeyCustodian {
  let vault: VaultID
  let generation: Int64
  let seenCounter: Int64
  private let client: AgentClient
  private let remembers: Bool

  /// - Parameters:
  ///   - status: what the agent has said just now.
  ///   - remembers: false where the agent's memory of the count of changes is left alone.
  init(_ client: AgentClient, _ status: AgentStatus, remembers: Bool = true) {
    self.client = client
    self.remembers = remembers
    vault = status.vault
    generation = status.generation
    seenCounter = remembers ? status.counter : 0
  }

  func subkey(_ purpose: Subkey) throws -> SecretBytes {
    try secret(.subkey) { $0.append(Int64(bitPattern: purpose.rawValue)) }
  }

  func wrap(_ itemKey: borrowing SecretBytes, for place: ItemPlace) throws -> [UInt8] {
    precondition(itemKey.count == SecretBox.keySize)
    var question = AgentPacket()
    question.append(place)
    itemKey.withUnsafeBytes { question.append($0) }
    return try question.withUnsafeBytes { part in
      try ask(.wrap, { $0.append(part) }) { $0.bytes(KeyWrap.size).map { Array($0) } }
    }
  }

  func unwrap(_ box: [UInt8], for place: ItemPlace) throws -> SecretBytes {
    guard box.count == KeyWrap.size else { throw VaultError.damaged("the key of an item doesn't belong to it") }
    return try secret(.unwrap) { question in
      question.append(place)
      box.withUnsafeBytes { question.append($0) }
    }
  }

  func remember(counter: Int64) {
    // The agent is told what it doesn't know; that it may be gone by now makes no state of the vault wrong.
    guard remembers, counter > seenCounter else { return }
    _ = try? ask(.remember, { $0.append(counter) }) { _ in true }
  }

  private func secret(_ question: AgentQuestion, _ fill: (inout AgentPacket) -> Void) throws -> SecretBytes {
    try ask(question, fill) { answer in
      guard let bytes = answer.bytes(SecretBox.keySize) else { return nil }
      return SecretBytes(copying: bytes)
    }
  }

  private func ask<Result: ~Copyable>(
    _ question: AgentQuestion, _ fill: (inout AgentPacket) -> Void, _ read: (inout AgentPacketReader) -> Result?
  ) throws -> Result {
    let answer = try client.ask(question, about: vault, generation, fill) { _, _, reader in read(&reader) }
    // It ended between two questions.
    guard let answer else { throw VaultError.locked }
    return answer
  }
}

/// The agent's part of the order in which a vault is opened.
enum AgentOpening {
  /// Whether an agent holds this vault as it is now.
  static func isOpen(_ header: Header, in context: Context) throws -> Bool {
    try AgentPlace(context.home).flatMap { try AgentClient($0).status() }.map {
      $0.vault == header.vault && $0.generation == header.generation
    } ?? false
  }

  /// Tells an agent that holds this vault of a change that was made without it. There may be none, and that it is gone by
  /// now makes no state of the vault wrong.
  static func remember(_ counter: Int64, of header: Header, in context: Context) {
    guard let agent = try? custodian(for: header, in: context) else { return }
    agent.remember(counter: counter)
  }

  /// For a copy that is looked at in a place of its own, such as a backup: the agent's key, but neither what it
  /// remembers of the vault that is in use, nor anything for it to remember.
  static func custodian(forCopy header: Header, in context: Context) throws -> (any KeyCustodian)? {
    guard let place = AgentPlace(context.home) else { return nil }
    let client = AgentClient(place)
    guard let status = try client.status(), status.vault == header.vault, status.generation == header.generation
    else { return nil }
    return AgentCustodian(client, status, remembers: false)
  }

  /// Nil where no agent runs, or it holds another vault.
  /// - Throws: `VaultError.staleKeys` when the vault's master key was changed since, `VaultError.damaged` when the
  ///   vault has an earlier one.
  static func custodian(for header: Header, in context: Context) throws -> (any KeyCustodian)? {
    guard let place = AgentPlace(context.home) else { return nil }
    let client = AgentClient(place)
    guard let status = try client.status(), status.vault == header.vault else { return nil }
    guard status.generation >= header.generation else { throw VaultError.staleKeys }
    guard status.generation == header.generation else {
      throw VaultError.damaged("its master key is an earlier one than the one it was unlocked with")
    }
    return AgentCustodian(client, status)
  }
}
