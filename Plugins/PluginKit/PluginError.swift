internal import QixKernel

/// Why no module was begun. Nothing has changed when one is thrown.
enum PluginError: Diagnosable, Equatable {
  case malformed(String)
  case reserved(String, why: String)
  /// - Parameter owner: what has it: a module, a target.
  case taken(String, what: String, owner: String)
  case noRepository(near: String)
  case notARepository(String, missing: String)
  /// A file of the sources lacks what the new lines go behind.
  case noMark(file: String, mark: String)
  case exists(String)
  case failed(String, problem: String)

  var category: ErrorCategory {
    switch self {
    case .malformed, .reserved: .usage
    case .taken, .exists: .conflict
    case .noRepository, .notARepository: .notFound
    case .noMark: .damaged
    case .failed: .failed
    }
  }

  var code: String {
    switch self {
    case .malformed: "pluginkit.name-malformed"
    case .reserved: "pluginkit.name-reserved"
    case .taken: "pluginkit.name-taken"
    case .noRepository: "pluginkit.no-repository"
    case .notARepository: "pluginkit.not-a-repository"
    case .noMark: "pluginkit.no-mark"
    case .exists: "pluginkit.file-exists"
    case .failed: "pluginkit.failed"
    }
  }

  var description: String {
    switch self {
    case .malformed(let text): "'\(text)' can't be a module's name"
    case .reserved(let text, let why): "a module can't be called '\(text)': \(why)"
    case .taken(let text, let what, let owner): "\(what) '\(text)' is taken, by \(owner)"
    case .noRepository(let folder): "neither '\(folder)' nor a folder above it is a copy of qix's sources"
    case .notARepository(let folder, let missing): "'\(folder)' is no copy of qix's sources: it has no \(missing)"
    case .noMark(let file, let mark): "\(file) has no '\(mark)', so there is no place for the new lines"
    case .exists(let path): "there is something at '\(path)' already"
    case .failed(let path, let problem): "'\(path)': \(problem); everything is as it was"
    }
  }

  var hint: String? {
    switch self {
    case .malformed:
      "Begin with a capital, then 2 to \(PluginName.most - 1) letters and digits, without accents: CouponShake."
    case .reserved: "Choose another, such as CouponShake."
    case .taken: "Choose another name."
    case .noRepository: "Change into it, or name it with --repository DIR."
    case .notARepository: "Name the folder that has Package.swift and Plugins in it."
    case .noMark(let file, _): "See what has changed with `git diff \(file)`, or add the module by Plugins/README.md."
    case .exists: "Move it away, or choose another name."
    case .failed: nil
    }
  }
}
