internal import CProcess
internal import Synchronization

/// Keeps other processes, and the disk, from what this one has in memory.
package enum ProcessProtection {
  private static let isOn = qix_forbid_dumps() == 0

  /// No core dumps, and no reading of this process's memory by others of the same user, neither with a debugger nor
  /// through /proc.
  ///
  /// The first `SecretBytes` of a process calls it, so nothing that handles a secret can forget it. Done once; after
  /// that it is a look at a flag.
  /// - Returns: whether the system has agreed.
  @discardableResult
  package static func start() -> Bool { isOn }

  private static let hasUnlockedMemory = Atomic<Bool>(false)

  /// Whether the system locks the memory of secrets, so that it is never swapped out: of one made now, and of all that
  /// this process has made so far. Without the right to it (CAP_IPC_LOCK), as much is locked as `ulimit -l` allows;
  /// libsodium goes on when there is no more.
  package static var locksMemory: Bool {
    _ = SecretBytes(count: 1)
    return !hasUnlockedMemory.load(ordering: .relaxed)
  }

  /// A secret lies in memory that could not be locked.
  static func noteUnlockedMemory() { hasUnlockedMemory.store(true, ordering: .relaxed) }
}
