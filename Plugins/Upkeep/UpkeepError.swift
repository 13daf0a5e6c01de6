internal import QixModule

/// Why the installation could not be looked after as asked.
enum UpkeepError: Failing, Equatable {
  case isTheDatabase(String)
  /// Something that was checked is not whole.
  /// - Parameter remedy: how to mend it, where that is known better than that a backup does.
  case unsound(what: String, faults: [String], remedy: String? = nil)
  /// There is no loss to accept.
  case nothingLost

  var failure: Failure {
    switch self {
    case .isTheDatabase(let path):
      Failure(
        "upkeep.is-the-database", .usage, "\(path) is the database in use",
        hint: "Name another file, preferably on another disk.")
    case .unsound(let what, let faults, let remedy):
      Failure(
        "upkeep.unsound", .damaged, "\(what) is not whole: \(Self.list(faults))",
        hint: "\(Self.remedy(for: what, known: remedy))")
    case .nothingLost:
      Failure(
        "upkeep.nothing-lost", .conflict, "no acknowledged change is missing",
        hint: "See `qix db check`.")
    }
  }

  private static func remedy(for what: String, known remedy: String?) -> String {
    switch (what, remedy) {
    case ("the copy", _): "No backup was written. The database itself may be damaged: run `qix db check`."
    case ("what is left", _): "Nothing was changed. Restore the last good backup with `qix db restore FILE`."
    case (_, let remedy?): remedy
    default: "Stop what writes to it, and restore the last good backup with `qix db restore FILE`."
    }
  }

  /// The first three of them, and how many more there are.
  static func list(_ faults: [String]) -> String {
    let shown = faults.prefix(3).joined(separator: "; ")
    return faults.count > 3 ? "\(shown); and \(faults.count - 3) more" : shown
  }
}
