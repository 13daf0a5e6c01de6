internal import QixKernel

/// Why the installation could not be looked after as asked.
enum UpkeepError: Diagnosable, Equatable {
  case isTheDatabase(String)
  /// There is none where a backup was named.
  case noFile(String)
  case isFolder(String)
  /// What was named as a backup is something else.
  case noBackup(String)
  /// Something that was checked is not whole.
  /// - Parameter remedy: how to mend it, where that is known better than that a backup does.
  case unsound(what: String, faults: [String], remedy: String? = nil)
  case unhealthy(faults: [String], isDamaged: Bool)
  /// There is nothing missing that could be accepted.
  case nothingLost
  /// - Parameter meant: the setting that was probably meant.
  case noSetting(String, meant: String?)
  case settingValue(name: String, problem: String, hint: String?)

  var category: ErrorCategory {
    switch self {
    case .isTheDatabase, .isFolder: .usage
    case .noFile: .notFound
    case .unsound, .noBackup: .damaged
    case .unhealthy(_, let isDamaged): isDamaged ? .damaged : .failed
    case .nothingLost: .conflict
    case .noSetting: .notFound
    case .settingValue: .usage
    }
  }

  var code: String {
    switch self {
    case .isTheDatabase: "upkeep.is-the-database"
    case .noFile: "upkeep.no-file"
    case .isFolder: "upkeep.is-folder"
    case .unsound: "upkeep.unsound"
    case .noBackup: "upkeep.no-backup"
    case .unhealthy: "upkeep.unhealthy"
    case .nothingLost: "upkeep.nothing-lost"
    case .noSetting: "upkeep.setting-not-found"
    case .settingValue: "upkeep.setting-value"
    }
  }

  var description: String {
    switch self {
    case .isTheDatabase(let path): "\(path) is the database itself"
    case .noFile(let path): "there is no file at \(path)"
    case .isFolder(let path): "\(path) is a folder, and no backup"
    case .noBackup(let path): "\(path) is no database, so it can be no backup of one"
    case .unsound(let what, let faults, _): "\(what) is not whole: \(Self.list(faults))"
    case .nothingLost: "the database holds all that was acknowledged, as far as anybody remembers"
    case .unhealthy(let faults, _): "something must be mended: \(Self.list(faults))"
    case .noSetting(let name, let meant):
      "there is no setting '\(name)'\(meant.map { "; did you mean '\($0)'?" } ?? "")"
    case .settingValue(let name, let problem, _): "\(name): \(problem)"
    }
  }

  var hint: String? {
    switch self {
    case .isTheDatabase: "Name a file in another place, best on another disk."
    case .noFile, .isFolder: "Name a file that `qix db backup` has written."
    case .noBackup:
      "Nothing was changed. Name a file that `qix db backup` has written; an export of the vault is read by `qix vault import`."
    case .unsound("the backup", _, nil): "Nothing was changed. Use an older backup."
    case .unsound("the copy", _, _): "No backup was written. The database itself may be damaged: run `qix db check`."
    case .unsound("what is left", _, _): "Nothing was changed. Restore the last good backup with `qix db restore FILE`."
    case .unsound(_, _, let remedy?): remedy
    case .unsound: "Stop what writes to it, and restore the last good backup with `qix db restore FILE`."
    case .unhealthy: "The table says how to mend each."
    case .nothingLost: "See `qix db check`."
    case .noSetting: "See them all with `qix setting list`."
    case .settingValue(let name, _, let hint): hint ?? "See what it means with `qix setting show \(name)`."
    }
  }

  private static func list(_ faults: [String]) -> String {
    let shown = faults.prefix(3).joined(separator: "; ")
    return faults.count > 3 ? "\(shown); and \(faults.count - 3) more" : shown
  }
}
