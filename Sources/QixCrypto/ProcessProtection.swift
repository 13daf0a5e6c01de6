internal import CProcess

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
}
