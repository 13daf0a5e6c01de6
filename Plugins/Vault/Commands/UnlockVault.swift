internal import QixCrypto
internal import QixModule
internal import VaultContract

/// `qix vault unlock`
struct UnlockVault: Command {
  static let declaration = Declaration(
    "unlock", "Keep the vault open for a while.", roles: .adminsOnly,
    discussion: """
      A separate process, the agent, holds the master key in memory that is never dumped. The memory is not swapped \
      out if the system allows locking it; otherwise the agent warns. The agent serves every qix of this user and data \
      folder. It locks the vault again by itself; `qix vault lock` ends it at once. While the vault is unlocked, every \
      program of this user can use it.

      Scripts and services don't need the agent: they use a key file or a systemd credential.
      """,
    examples: [
      Example("qix vault unlock", "asks for the passphrase"),
      Example("qix vault unlock --idle 5m --lifetime 1h", "for a short task"),
      Example("qix vault unlock --passphrase-fd 3 3< passphrase.txt", "without a person"),
    ],
    answer: AnswerShape("vault.unlock/1", fields), effect: .discloses)

  private static let fields: [Field<(agent: AgentStatus.Seen, wasOpen: Bool)>] =
    [
      Field("vault", .id) { $0.agent.status.vault },
      Field("was_unlocked", .boolean) { $0.wasOpen },
    ] + AgentStatus.times.of { $0.agent } + [
      Field("memory_locked", .boolean, "kept from being swapped out") { $0.agent.status.isMemoryLocked }
    ]

  private let key = KeyOptions()
  @Option("idle", .duration, "Lock it after this long without use", default: "15m") private var idle: Int64
  @Option("lifetime", .duration, "Lock it after this long in any case", default: "8h") private var lifetime: Int64

  func check() throws { try key.check() }

  func run(in context: Context) throws -> Document {
    let header = try VaultOpening(context: context).header()
    guard let place = AgentPlace(context.home) else { throw VaultError.absent }
    if let status = try running(place, header) {
      // A key that was given is checked all the same: a wrong passphrase must not seem to open the vault.
      if key.isNamed { _ = try key.unlock(in: context) }
      return answer(status, wasOpen: true, in: context)
    }
    // Outside the lock: a person may take their time.
    let custodian = try key.unlock(in: context)
    let vault = try OpenVault(custodian, clock: context.clock, random: context.random)
    // No agent for a vault that isn't whole.
    let counter = try context.database.read { try VaultState(vault, in: $0).manifest.counter }
    let launcher = try AgentLauncher(executable: context.executable, place: place)
    let wasOpen = try place.exclusively {
      // Another may have been faster.
      guard try running(place, header) == nil else { return true }
      _ = try AgentClient(place).lock()
      try launcher.start(custodian, counter: counter, AgentLimits(idle: idle, lifetime: lifetime))
      return false
    }
    if !wasOpen {
      do {
        try context.database.record(Change("vault.unlock", subject: "\(header.vault)"), at: context.clock.now())
      } catch {
        // An unlocking that can't be recorded must not happen.
        _ = try? AgentClient(place).lock()
        throw error
      }
    }
    guard let status = try AgentClient(place).status() else { throw VaultError.agentFailed("it ended at once") }
    return answer(status, wasOpen: wasOpen, in: context)
  }

  /// The agent that holds this vault as it is now; nil for none, and for one of another vault or master key.
  private func running(_ place: AgentPlace, _ header: Header) throws -> AgentStatus? {
    guard let status = try AgentClient(place).status(), status.vault == header.vault,
      status.generation == header.generation
    else { return nil }
    return status
  }

  private func answer(_ status: AgentStatus, wasOpen: Bool, in context: Context) -> Document {
    let seen = (status: status, now: context.clock.now())
    var document = Document("vault.unlock/1", Self.fields, of: (agent: seen, wasOpen: wasOpen))
    if !status.isMemoryLocked { document.warn("\(LockedMemory.problem); \(LockedMemory.remedy)") }
    if wasOpen {
      document.note("The vault was already unlocked. Its limits stay. `qix vault lock` ends that.")
    } else {
      document.next("`qix vault list`; `qix vault lock` when you are done")
    }
    return document
  }
}

/// Told where the system doesn't let secrets be kept from being swapped out.
enum LockedMemory {
  static let problem = "memory can't be locked, so the vault's keys may be swapped to disk"
  static let remedy =
    "raise the limit (`ulimit -l 8192`, or LimitMEMLOCK=8M in the systemd unit), then `qix vault lock` and unlock again"

  /// Whether memory is locked in this process, and in the agent where there is one.
  static func holds(for agent: AgentStatus?) -> Bool { ProcessProtection.locksMemory && agent?.isMemoryLocked ?? true }
}

extension AgentStatus {
  /// An agent, and now by the wall clock; the limits themselves are counted by a clock that can't be set.
  typealias Seen = (status: AgentStatus, now: Timestamp)

  static let times: [Field<Seen>] = [
    Field("unlocked_at", .time, "UNLOCKED") { $0.now.advanced(byMicroseconds: -$0.status.age) },
    Field("idle_until", .time, "LOCKS WHEN UNUSED") {
      $0.now.advanced(byMicroseconds: min($0.status.idle, $0.status.rest))
    },
    Field("until", .time, "LOCKS AT THE LATEST") { $0.now.advanced(byMicroseconds: $0.status.rest) },
  ]
}
