internal import Glibc
internal import QixModule

/// The home folder and its files: permissions, room, and leftovers.
struct HomeCheck {
  let context: Context

  func findings() throws -> [Finding] {
    let home = File(path: context.home.path)
    guard home.exists else {
      return [.warning("home", "\(home.path) is not there", remedy: "Make it with `qix init`.")]
    }
    guard home.isFolder else {
      return [.fault("home", "\(home.path) is not a folder", remedy: "Name another with --home or QIX_HOME.")]
    }
    return [access(home)] + files() + [lock(), room(home)] + leftovers() + formerContents()
  }

  private func access(_ home: File) -> Finding {
    let mode = home.mode ?? 0
    guard mode & 0o077 == 0 else {
      return .warning(
        "home", "\(home.path) can be used by others (mode \(String(mode, radix: 8)))",
        remedy: "Run `chmod 700 \(home.path)`.")
    }
    // The superuser may do everything; another owner means that what is made here gets the wrong one.
    guard home.owner == geteuid() else {
      return .warning(
        "home", "\(home.path) belongs to user \(home.owner ?? 0), you are user \(geteuid())",
        remedy: "Run qix as that user.")
    }
    return .ok("home", home.path)
  }

  private func files() -> [Finding] {
    let database = context.home.database
    let paths = [database, database + "-wal", database + "-shm", context.home.lock, context.home.acknowledged]
    let files = paths.map(File.init).filter(\.exists)
    let open = files.filter { ($0.mode ?? 0) & 0o077 != 0 }
    guard let first = open.first else { return [.ok("files", "only their owner can read them")] }
    return [
      .warning(
        "files", "\(first.path) can be used by others (mode \(String(first.mode ?? 0, radix: 8)))",
        remedy: "Run `chmod 600 \(open.map(\.path).joined(separator: " "))`.")
    ]
  }

  private func lock() -> Finding {
    do {
      return .ok("write lock", try context.database.isLockFree() ? "free" : "another qix is writing right now")
    } catch {
      return .fault("write lock", "\(error)", remedy: "Give yourself the right to write \(context.home.lock).")
    }
  }

  /// Bytes that must be free: below the first a fault, below the second a warning.
  private static let room: (least: Int64, good: Int64) = (64 << 20, 1 << 30)

  private func room(_ home: File) -> Finding {
    var status = statvfs()
    guard statvfs(home.path, &status) == 0 else {
      return .warning("disk", "its free space can't be determined", remedy: "See `df \(home.path)`.")
    }
    let free = Int64(clamping: UInt64(status.f_bavail) * UInt64(status.f_frsize))
    let size = File(path: context.home.database).size ?? 0
    let detail = "\(free >> 20) MiB free, the database has \(size >> 20) MiB"
    if free < Self.room.least { return .fault("disk", detail, remedy: "Make room.") }
    // A restore needs the copy and the former content besides.
    if free < max(Self.room.good, 2 * size) {
      return .warning("disk", detail, remedy: "Make room: a restore needs twice the database's size.")
    }
    return .ok("disk", detail)
  }

  /// Content from before a restore. It holds the vault and everybody's data, and an erasure doesn't reach it.
  func formerContents() -> [Finding] {
    File(path: context.home.path).names.filter { $0.hasPrefix(Restoration.formerPrefix) && $0.hasSuffix(".db") }
      .sorted().map { name in
        .warning(
          "leftovers", "\(name) holds the data from before a restore, with the vault and users erased since",
          remedy: "Once you no longer need it, run `rm \(context.home.path)/\(name)*`.")
      }
  }

  /// Folders that a killed restore has left.
  private func leftovers() -> [Finding] {
    Candidate.leftovers(in: context.home).map { name in
      .warning(
        "leftovers", "an interrupted restore left \(name)",
        remedy: "Run `rm -r \(context.home.path)/\(name)`; the next restore also removes it.")
    }
  }
}
