internal import Foundation
internal import QixKernel
internal import QixStorage

/// Homes with their databases made and migrated, kept by their modules: the migrations of the whole program take as long
/// as the rest of a small test.
enum MigratedHome {
  private struct File: Sendable {
    let name: String
    let content: Data
  }

  private static let kept = Kept()

  /// What was made once in this process, under the names of its modules.
  private final class Kept: @unchecked Sendable {
    private let lock = NSLock()
    private var homes: [String: [File]] = [:]

    subscript(modules: String) -> [File]? {
      get { lock.withLock { homes[modules] } }
      set { lock.withLock { homes[modules] = newValue } }
    }
  }

  /// Makes the database of a home without one, as its modules have it. Each connection is closed again, so that a test
  /// may play with the files as if no process had them open.
  static func put(into home: TestHome) throws {
    let folder = URL(filePath: home.path)
    let key = home.modules.map { String(reflecting: $0) }.joined(separator: " ")
    if let files = kept[key] {
      for file in files {
        let path = folder.appending(path: file.name)
        try file.content.write(to: path)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path.path)
      }
      return
    }
    try home.unchecked.create()
    _ = try Migrator(Registry(home.modules)).migrate(home.unchecked, clock: home.clock)
    kept[key] = try FileManager.default.contentsOfDirectory(atPath: home.path).map {
      File(name: $0, content: try Data(contentsOf: folder.appending(path: $0)))
    }
  }
}
