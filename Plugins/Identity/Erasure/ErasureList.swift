internal import Glibc
internal import IdentityContract
internal import QixModule

/// The file `erasures` beside the database: who was erased, so that it can be done again in a database that was
/// restored from a backup made before. Ids and times, nothing else.
struct ErasureList {
  let path: String

  init(_ home: HomeFolder) { path = "\(home.path)/erasures" }

  /// Adds a user with their aliases and makes it durable. To be done before the erasure is committed: a line too many
  /// asks for what an operator wanted anyway, a line too few would bring a user back. An alias too few as well: a
  /// backup of before the merge holds it as a user of its own.
  func append(_ users: [UserID], at time: Timestamp) throws {
    guard !users.isEmpty else { return }
    let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw fault() }
    defer { close(file) }
    let lines = Array(users.map { "\($0) \(time)\n" }.joined().utf8)
    // One write of short lines that are appended: whole, or not there.
    guard write(file, lines, lines.count) == lines.count, fsync(file) == 0 else { throw fault() }
  }

  /// Returns the users erased in this home, in the order of erasure; malformed lines are skipped.
  func users() throws -> [UserID] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      if errno == ENOENT { return [] }
      throw fault()
    }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(file, &buffer, buffer.count)
      guard count >= 0 else { throw fault() }
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    var seen: Set<UserID> = []
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
      UserID(String(line.prefix { $0 != " " })).flatMap { seen.insert($0).inserted ? $0 : nil }
    }
  }

  /// Erased users who are back, in a database from a backup. In place of an alias the user is named who goes on under
  /// it.
  func returned(in connection: Connection) throws -> [UserID] {
    var seen: Set<UserID> = []
    return try users().compactMap { user in
      guard let found = try User.first(user, in: connection) else { return nil }
      guard let survivor = try found.survivor.map({ try User.first($0, in: connection) }) ?? found,
        survivor.standing != .erased, seen.insert(survivor.id).inserted
      else { return nil }
      return survivor.id
    }
  }

  private func fault() -> StorageError { .file(path: path, problem: String(cString: strerror(errno))) }
}
