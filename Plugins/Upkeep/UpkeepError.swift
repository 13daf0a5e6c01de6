internal import QixKernel

/// Why the installation could not be looked after as asked.
enum UpkeepError: Diagnosable, Equatable {
  case fileExists(String)
  case isTheDatabase(String)
  /// Something that was checked is not whole.
  case unsound(what: String, faults: [String])
  case unhealthy(faults: [String])

  var category: ErrorCategory {
    switch self {
    case .fileExists: .conflict
    case .isTheDatabase: .usage
    case .unsound: .damaged
    case .unhealthy: .failed
    }
  }

  var code: String {
    switch self {
    case .fileExists: "upkeep.file-exists"
    case .isTheDatabase: "upkeep.is-the-database"
    case .unsound: "upkeep.unsound"
    case .unhealthy: "upkeep.unhealthy"
    }
  }

  var description: String {
    switch self {
    case .fileExists(let path): "there is a file at \(path) already"
    case .isTheDatabase(let path): "\(path) is the database itself"
    case .unsound(let what, let faults): "\(what) is not whole: \(Self.list(faults))"
    case .unhealthy(let faults): "something must be mended: \(Self.list(faults))"
    }
  }

  var hint: String? {
    switch self {
    case .fileExists: "Name another file, or give --force to replace it."
    case .isTheDatabase: "Name a file in another place, best on another disk."
    case .unsound("the backup", _): "Nothing was changed. Use an older backup."
    case .unsound("the copy", _): "No backup was written. The database itself may be damaged: run `qix db check`."
    case .unsound: "Stop what writes to it, and restore the last good backup with `qix db restore FILE`."
    case .unhealthy: "The table says how to mend each."
    }
  }

  private static func list(_ faults: [String]) -> String {
    let shown = faults.prefix(3).joined(separator: "; ")
    return faults.count > 3 ? "\(shown); and \(faults.count - 3) more" : shown
  }
}
