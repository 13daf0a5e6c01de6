internal import QixModule

/// Why no module was begun. Nothing has changed when one is thrown.
enum PluginError: Failing, Equatable {
  case reserved(String, why: String)
  /// - Parameter owner: what has it: a module, a target.
  case taken(String, what: String, owner: String)
  case noRepository(near: String)
  /// A file of the sources lacks what the new lines go behind.
  case noMark(file: String, mark: String)
  case exists(String)
  case failed(String, problem: String)

  var failure: Failure {
    switch self {
    case .reserved(let text, let why):
      Failure(
        "pluginkit.name-reserved", .usage, "a module can't be called '\(text)': \(why)",
        hint: "Choose another, such as CouponShake.")
    case .taken(let text, let what, let owner):
      Failure(
        "pluginkit.name-taken", .conflict,
        """
        \(what) '\(text)' is already taken by \(owner)
        """, hint: "Choose another name.")
    case .noRepository(let folder):
      Failure(
        "pluginkit.no-repository", .notFound, "neither '\(folder)' nor a folder above it is a copy of qix's sources",
        hint: "Go to that folder, or name it with --repository DIR.")
    case .noMark(let file, let mark):
      Failure(
        "pluginkit.no-mark", .damaged, "\(file) has no '\(mark)', so the new lines have no place",
        hint: "See the changes with `git diff \(file)`, or add the module by hand, following Plugins/README.md.")
    case .exists(let path):
      Failure(
        "pluginkit.file-exists", .conflict, "'\(path)' already exists",
        hint: "Move it away, or choose another name.")
    case .failed(let path, let problem):
      Failure("pluginkit.failed", .failed, "'\(path)': \(problem); nothing was changed")
    }
  }
}
