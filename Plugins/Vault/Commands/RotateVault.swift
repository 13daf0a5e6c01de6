internal import QixCrypto
internal import QixModule
internal import VaultContract

/// `qix vault rotate`
struct RotateVault: Command {
  static let declaration = Declaration(
    "rotate", "Make a new master key, and re-encrypt everything under it.", roles: .adminsOnly,
    discussion: """
      Use this if someone who knew a passphrase or had a key file must not read later secrets. First change the \
      passphrase (`qix vault passphrase`) or remove the slot (`qix vault slot remove`), then rotate. This rewraps \
      every item's key and re-encrypts names. With --deep, each secret gets a new key: use it if an item's key may be \
      known.

      All happens in one transaction, so at any time the vault opens with the old master key or the new one. Every \
      slot opens the new one. People with earlier copies can still read them, so also change the secrets at the \
      services that use them.
      """,
    examples: [
      Example("qix vault rotate --reason 'bob has left'", "a new master key"),
      Example("qix vault rotate --deep", "re-encrypts everything"),
    ],
    answer: AnswerShape("vault.rotate/1", fields + [versions]), effect: .changes)

  private typealias Rotation = (generation: Int64, items: Int64, versions: Int64)

  private static let fields: [Field<Rotation>] = [
    Field("generation", .integer, "master key number") { $0.generation },
    Field("items", .integer) { $0.items },
  ]
  private static let versions = Field<Rotation>("versions", .integer, "keys rewrapped") { $0.versions }

  @Flag("deep", "Re-encrypt every secret too") private var isDeep: Bool
  private let key = KeyOptions()

  func check() throws { try key.check() }

  func run(in context: Context) throws -> Document {
    let local = try key.unlock(in: context)
    let old = try OpenVault(local, clock: context.clock, random: context.random)
    let master = SecretBytes.random(count: SecretBox.keySize, from: context.random)
    let generation = local.generation + 1
    let new = try OpenVault(
      LocalCustodian(master.copy(), vault: local.vault, generation: generation, random: context.random),
      clock: context.clock, random: context.random)
    let action = isDeep ? "vault.rotate-deep" : "vault.rotate"
    let (items, versions) = try context.change(action, subject: "\(local.vault)") { connection, _ in
      var state = try VaultState(old, in: connection)
      var header = Header(
        vault: local.vault, generation: generation,
        commitment: KeyWrap.commitment(to: master, vault: local.vault, generation: generation),
        created: state.header.created, rotated: context.clock.now(), slots: [])
      // The header was found authentic, so its keys were put there with the master key.
      header.slots = try state.header.slots.map { slot in
        let proofKey = try local.withMaster { try slot.proofKey(under: $0, of: state.header) }
        return try slot.holding(master, proofKey: proofKey, of: header, random: context.random)
      }
      let (rotated, versions) = try state.rotate(to: new, header, master, isDeep: isDeep)
      return (rotated.manifest.items, versions)
    }
    if !context.isDryRun {
      // The agent holds the old master key, which opens nothing now. If it doesn't end, the rotation still stands.
      if let place = AgentPlace(context.home) { _ = try? AgentClient(place).lock() }
      try Erasure.finish(in: context)
    }
    let rewritten = isDeep ? Self.versions.labelled("secrets re-encrypted") : Self.versions
    var document = Document(
      "vault.rotate/1", Self.fields + [rewritten],
      of: (generation: generation, items: items, versions: versions))
    document.next(
      """
      `qix vault unlock`, because the vault is locked now; `qix vault export`, because older exports hold the former \
      secrets
      """)
    return document
  }
}
