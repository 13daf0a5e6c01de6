internal import QixCrypto
internal import QixKernel
internal import QixStorage
internal import QixTerminal
internal import VaultContract

/// `qix vault status`
struct VaultStatus: OldCommand {
  static let declaration = Declaration(
    "status", "Show whether there is a vault, what opens it, and where it stands.", roles: [.operator, .auditor],
    discussion: """
      The count of changes and the digest stand for everything in the vault. Who notes them can tell later whether the \
      whole database was set back to an earlier state, which can't be seen from inside.
      """,
    examples: [Example("qix vault status", "never asks for anything")])

  init(_ arguments: Arguments) throws {}

  func run(in context: Context) throws {
    let (header, manifest) = try context.database.read { (try Header.read(in: $0), try Manifest(in: $0)) }
    guard let header else { throw VaultError.absent }
    let opener = try opener(header, in: context)
    if let custodian = opener?.custodian {
      let vault = try OpenVault(custodian, clock: context.clock, random: context.random)
      _ = try context.database.read { try VaultState(vault, in: $0).manifest.counter }
    }
    var document = Document("vault.status/1")
    document.primary = opener == nil ? "locked" : "open"
    document.field("vault", "vault", .identifier("\(header.vault)"))
    document.field("state", "state", .text(opener == nil ? "locked" : "open"))
    document.field("opened_by", "opened by", opener.map { .text($0.name) } ?? .missing)
    document.field("items", "items", manifest.map { .integer($0.items) } ?? .missing)
    document.field("changes", "changes", manifest.map { .integer($0.counter) } ?? .missing)
    document.field("digest", "digest", manifest.map { .text(Hexadecimal.encode($0.mac)) } ?? .missing)
    document.field("generation", "master key number", .integer(header.generation))
    document.field("created", "created", .timestamp(header.created))
    document.field("rotated", "master key made", .timestamp(header.rotated))
    let agent = try AgentPlace(context.home).flatMap { try AgentClient($0).status() }
    let isLocked = LockedMemory.holds(for: agent)
    document.field("memory_locked", "keys kept from being swapped out", .boolean(isLocked))
    if let agent, agent.vault == header.vault {
      document.group("agent", "Agent") { agent.describe(in: &$0, at: context.clock.now()) }
    }
    document.table("slots", title: "Opens with", columns: SlotTable.columns, rows: SlotTable.rows(header))
    try context.terminal.emit(document)
    if !isLocked { context.terminal.warn("\(LockedMemory.problem); \(LockedMemory.remedy)") }
    if opener == nil { context.terminal.note("Open it with `qix vault unlock`.") }
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
      context.terminal.warn(error.description)
    }
    return nil
  }
}

/// The slots as they are shown.
enum SlotTable {
  static let columns = [
    Column("slot", "SLOT", alignment: .trailing), Column("kind", "KIND"),
    Column("memory_mib", "MIB", alignment: .trailing), Column("passes", "PASSES", alignment: .trailing),
    Column("created", "CREATED"),
  ]

  static func rows(_ header: Header) -> [[Cell]] {
    header.slots.map { slot in
      let isPassphrase = slot.kind == .passphrase
      return [
        .integer(slot.number), .text(slot.kind.name),
        isPassphrase ? .integer(Int64(slot.cost.memory >> 20)) : .missing,
        isPassphrase ? .integer(Int64(slot.cost.passes)) : .missing, .timestamp(slot.created),
      ]
    }
  }
}
