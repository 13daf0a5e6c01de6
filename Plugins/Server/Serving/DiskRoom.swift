internal import QixModule
internal import Synchronization

/// Whether there is room on the disk for changes, as far as the last that failed has shown.
final class DiskRoom: Sendable {
  private let home: HomeFolder
  private let warn: @Sendable (String) -> Void
  private let isMissing = Mutex(false)
  /// Bytes that are room enough for a change.
  private static let least = 1 << 20

  /// - Parameter warn: tells the operator, once each time that it runs out.
  init(in home: HomeFolder, warn: @escaping @Sendable (String) -> Void) { (self.home, self.warn) = (home, warn) }

  /// Notes that there was none for a change.
  func ranOut() {
    let isNew = isMissing.withLock { isMissing in
      defer { isMissing = true }
      return !isMissing
    }
    if isNew { warn("The data folder's disk is full. Changes are refused until there is room.") }
  }

  /// Whether there is some; where there was none it is tried out.
  var isThere: Bool {
    guard isMissing.withLock({ $0 }) else { return true }
    do {
      let file = try NamelessFile("room", in: home)
      try [UInt8](repeating: 0, count: Self.least).withUnsafeBytes { try file.append($0) }
    } catch {
      return false
    }
    isMissing.withLock { $0 = false }
    return true
  }
}
