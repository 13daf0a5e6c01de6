internal import Glibc
internal import QixModule

/// Everything that a new module changes in a copy of the sources: worked out whole before anything is written.
struct RepositoryChange {
  struct File: Equatable {
    /// The path from the root of the sources.
    let path: String
    let text: String
  }

  let repository: Repository
  let added: [File]
  /// Files that are there, as they will be.
  let edited: [File]
  private let folders: [String]

  /// - Throws: `PluginError`
  init(of repository: Repository, adding name: PluginName, _ kind: PluginKind, why: String?) throws(PluginError) {
    self.repository = repository
    folders = ["Plugins/\(name.text)", "Tests/\(name.text)Tests"]
    added = Template.all(of: kind).map { $0.file(for: name, why: why) }
    // The manifest comes last: without its line all the rest is nothing to the compiler.
    edited = [
      File(
        path: Repository.table,
        text: try SourceEdit.table(
          try repository.text(Repository.table), adding: name, saying: Template.purpose(of: kind, name))),
      File(
        path: Repository.catalogue,
        text: try SourceEdit.catalogue(try repository.text(Repository.catalogue), adding: name)),
      File(
        path: Repository.manifest,
        text: try SourceEdit.manifest(try repository.text(Repository.manifest), adding: name, kind)),
    ]
  }

  /// Writes all beside its place, then gives everything its name; on a fault everything is as it was.
  /// - Parameter move: renames a file or folder; a test's fails when it is to.
  /// - Throws: `PluginError.failed`, `PluginError.exists`
  func apply(move: (_ from: String, _ to: String) throws(PluginError) -> Void = Self.move) throws {
    // Of this process alone. Hidden, so that neither the compiler nor git's users take them for sources.
    let stage = repository.path(".qix-plugin-\(getpid())")
    guard mkdir(stage, 0o777) == 0 else {
      throw PluginError.failed(stage, problem: String(cString: strerror(errno)))
    }
    defer { Self.remove(stage) }
    var done: [(from: String, to: String)] = []
    do {
      for file in added { try write(file, below: "\(stage)/new") }
      for file in edited { try write(file, below: "\(stage)/new") }
      for file in edited {
        try write(File(path: file.path, text: try repository.text(file.path)), below: "\(stage)/old")
      }
      for folder in folders {
        guard !repository.has(folder) else { throw PluginError.exists(folder) }
        try move("\(stage)/new/\(folder)", repository.path(folder))
        done.append((repository.path(folder), "\(stage)/new/\(folder)"))
      }
      for file in edited {
        try move("\(stage)/new/\(file.path)", repository.path(file.path))
        done.append(("\(stage)/old/\(file.path)", repository.path(file.path)))
      }
    } catch {
      for step in done.reversed() { rename(step.from, step.to) }
      throw error
    }
  }

  /// Renames within one file system, at once.
  static func move(_ from: String, to: String) throws(PluginError) {
    guard rename(from, to) == 0 else { throw .failed(to, problem: String(cString: strerror(errno))) }
  }

  private func write(_ file: File, below folder: String) throws {
    let path = "\(folder)/\(file.path)"
    var prefix = ""
    for part in path.split(separator: "/").dropLast() {
      prefix += (prefix.isEmpty && !path.hasPrefix("/") ? "" : "/") + part
      guard mkdir(prefix, 0o777) == 0 || errno == EEXIST else {
        throw PluginError.failed(file.path, problem: String(cString: strerror(errno)))
      }
    }
    do {
      try NewFile.write(file.text, to: path, mode: mode(of: file))
    } catch let error as StorageError {
      throw PluginError.failed(file.path, problem: error.description)
    }
  }

  /// The permission bits of the file that is replaced; those of any source for a new one.
  private func mode(of file: File) -> UInt32 {
    var status = stat()
    return stat(repository.path(file.path), &status) == 0 ? status.st_mode & 0o777 : 0o644
  }

  private static func remove(_ path: String) {
    guard unlink(path) != 0, let directory = opendir(path) else { return }
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != ".", name != ".." { remove("\(path)/\(name)") }
    }
    closedir(directory)
    rmdir(path)
  }
}
