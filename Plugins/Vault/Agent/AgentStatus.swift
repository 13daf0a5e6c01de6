internal import Glibc
internal import QixModule

/// The state of an agent, as it tells it.
struct AgentStatus: Sendable, Equatable {
  let vault: VaultID
  let generation: Int64
  /// The last change of the vault that it has seen.
  let counter: Int64
  /// Microseconds since the vault was unlocked.
  let age: Int64
  /// Microseconds until it locks itself when it isn't used.
  let idle: Int64
  /// Microseconds until it locks itself at the latest.
  let rest: Int64
  /// Whether its memory is never swapped out.
  let isMemoryLocked: Bool
}

extension AgentClient {
  /// Nil when no agent is there.
  func status() throws -> AgentStatus? {
    try ask(.status, about: VaultID(high: 0, low: 0), 0) { vault, generation, answer in
      guard let counter = answer.number(), let age = answer.number(), let idle = answer.number(),
        let rest = answer.number(), let locked = answer.number()
      else { return nil }
      return AgentStatus(
        vault: vault, generation: generation, counter: counter, age: age, idle: idle, rest: rest,
        isMemoryLocked: locked == 1)
    }
  }

  /// Ends the agent, whichever vault it holds; one that doesn't answer is killed.
  /// - Returns: false when none was there.
  func lock() throws -> Bool {
    guard let process = try process() else { return false }
    do {
      // An agent that has gone is as good as locked.
      _ = try ask(.lock, about: VaultID(high: 0, low: 0), 0) { _, _, _ in true }
    } catch {
      kill(process, SIGKILL)
    }
    return true
  }
}
