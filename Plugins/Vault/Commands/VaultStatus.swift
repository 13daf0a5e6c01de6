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
    answer: AnswerShape("vault.status/1", Page.fields, last: ["slots", "agent"]))

  private struct Page {
    let header: Header
    let manifest: Manifest?
    /// Nil for a locked vault.
    let opener: String?
    let isMemoryLocked: Bool
    let agent: AgentStatus.Seen?

    var state: String { opener == nil ? "locked" : "open" }

    static let fields: [Field<Page>] = [
      Field("vault", .id) { $0.header.vault },
      Field("state", .text) { $0.state },
      Field("opened_by", .text) { $0.opener },
      Field("items", .integer.promised) { $0.manifest?.items },
      Field("changes", .integer.promised) { $0.manifest?.counter },
      Field("digest", .text.promised) { ($0.manifest?.mac).map { Hexadecimal.encode($0) } },
      Field("generation", .integer, "master key number") { $0.header.generation },
      Field("created", .time) { $0.header.created },
      Field("rotated", .time, "master key made") { $0.header.rotated },
      Field("memory_locked", .boolean, "keys kept from being swapped out") { $0.isMemoryLocked },
      Field(optional: "agent", object: AgentStatus.times, title: "Agent") { $0.agent },
      Field("slots", rows: Slot.fields, title: "Opens with") { $0.header.slots },
    ]
  }

  func run(in context: Context) throws -> Document {
    let (header, manifest) = try context.database.read {
      (try VaultOpening.header(context.registry, in: $0), try Manifest(in: $0))
    }
    let opener = try opener(header, in: context)
    if let custodian = opener?.custodian {
      let vault = try OpenVault(custodian, clock: context.clock, random: context.random)
      _ = try context.database.read { try VaultState(vault, in: $0).manifest.counter }
    }
    let agent = try AgentPlace(context.home).flatMap { try AgentClient($0).status() }
    let isLocked = LockedMemory.holds(for: agent)
    let page = Page(
      header: header, manifest: manifest, opener: opener?.name, isMemoryLocked: isLocked,
      agent: agent.flatMap { $0.vault == header.vault ? (status: $0, now: context.clock.now()) : nil })
    var document = Document("vault.status/1", Page.fields, of: page)
    document.primary = page.state
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
  static let numberAndKind: [Field<Slot>] = [
    Field("slot", .integer) { $0.number },
    Field("kind", .text) { $0.kind.name },
  ]

  static let fields: [Field<Slot>] =
    numberAndKind + [
      Field("memory_mib", .count, "MIB") { $0.kind == .passphrase ? $0.cost.memory >> 20 : nil },
      Field("passes", .count) { $0.kind == .passphrase ? $0.cost.passes : nil },
      Field("created", .time) { $0.created },
    ]
}
