internal import QixCrypto
internal import QixModule
internal import VaultContract

/// `qix vault status`
struct VaultStatus: Command {
  static let declaration = Declaration(
    "status", "Show whether there is a vault, what opens it, and its state.", roles: [.operator, .auditor],
    discussion: """
      The count of changes and the digest represent the vault's whole content. Note them: comparing later shows \
      whether the database was set back to an earlier state. Nothing inside the database shows that.
      """,
    examples: [Example("qix vault status", "asks for no passphrase")],
    answer: """
      vault.status/1: vault id, state text, opened_by text?, items integer, changes integer, digest text, generation
      integer, created time, rotated time, memory_locked boolean, slots [slot integer, kind text, memory_mib integer?,
      passes integer?, created time], agent? {unlocked_at time, idle_until time, until time}
      """)

  func run(in context: Context) throws -> Document {
    let (header, manifest) = try context.database.read {
      (try VaultOpening.header(context.registry, in: $0), try Manifest(in: $0))
    }
    let opener = try opener(header, in: context)
    if let custodian = opener?.custodian {
      let vault = try OpenVault(custodian, clock: context.clock, random: context.random)
      _ = try context.database.read { try VaultState(vault, in: $0).manifest.counter }
    }
    var document = Document("vault.status/1")
    document.primary = opener == nil ? "locked" : "open"
    document.field("vault", .identifier(header.vault))
    document.field("state", .text(opener == nil ? "locked" : "open"))
    document.field("opened_by", .text(opener?.name))
    document.field("items", .integer(manifest?.items))
    document.field("changes", .integer(manifest?.counter))
    document.field("digest", .text(manifest.map { Hexadecimal.encode($0.mac) }))
    document.field("generation", "master key number", .integer(header.generation))
    document.field("created", .timestamp(header.created))
    document.field("rotated", "master key made", .timestamp(header.rotated))
    let agent = try AgentPlace(context.home).flatMap { try AgentClient($0).status() }
    let isLocked = LockedMemory.holds(for: agent)
    document.field("memory_locked", "keys kept from being swapped out", .boolean(isLocked))
    if let agent, agent.vault == header.vault {
      document.group("agent", "Agent") { $0.fields(AgentStatus.fields(at: context.clock.now()), of: agent) }
    }
    document.table("slots", title: "Opens with", Slot.fields, rows: header.slots)
    if !isLocked { document.warn("\(LockedMemory.problem); \(LockedMemory.remedy)") }
    if opener == nil { document.note("Open it with `qix vault unlock`.") }
    return document
  }

  private func opener(_ header: Header, in context: Context) throws -> (custodian: any KeyCustodian, name: String)? {
    do {
      if let agent = try AgentOpening.custodian(for: header, in: context) { return (agent, "agent") }
    } catch VaultError.staleKeys {
      // An agent of before a rotation opens nothing.
    }
    do {
      if let local = try VaultOpening(context: context).withoutAsking(header) {
        return (local, "key file or credential")
      }
    } catch let error as VaultError where error.code == "vault.key-file" {
      context.face.warn(error.sentence)
    }
    return nil
  }
}

extension Slot {
  static let fields = [
    RowField(number: "slot") { .integer($0.number) },
    RowField("kind") { .text($0.kind.name) },
    RowField(number: "memory_mib", "MIB") { $0.kind == .passphrase ? .count($0.cost.memory >> 20) : .missing },
    RowField(number: "passes") { $0.kind == .passphrase ? .count($0.cost.passes) : .missing },
    RowField<Slot>("created") { .timestamp($0.created) },
  ]
}
