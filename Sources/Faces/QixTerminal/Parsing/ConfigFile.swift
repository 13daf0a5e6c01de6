internal import Glibc
package import QixCommands
internal import QixKernel

/// The file of a person's own defaults: `key = value` lines, `#` comments; keys are the long names of global options,
/// and `disable`.
package struct ConfigFile: Sendable {
  /// The modules to leave out. There is no such option: which commands there are has to be known before a line is read.
  static let disable = ParameterForm(
    option: "disable", .moduleIDs, "Modules to leave out (environment: QIX_DISABLE)")

  /// Values by key. Flags are there when they are `true`.
  private(set) var values = ParsedValues()
  private let path: String
  /// The line at which each key is set.
  private var lines: [String: Int] = [:]

  /// An empty file.
  package init() { path = "" }

  /// Whether nothing is set in it.
  var isEmpty: Bool { lines.isEmpty }

  /// `$XDG_CONFIG_HOME/qix/config`, else `~/.config/qix/config` (XDG Base Directory Specification 0.8: a relative
  /// path in the variable is ignored); nil where neither variable is set.
  static func path(program: String, _ environment: Environment) -> String? {
    if let folder = environment.nonEmpty("XDG_CONFIG_HOME"), folder.hasPrefix("/") {
      return "\(folder)/\(program)/config"
    }
    return environment.nonEmpty("HOME").map { "\($0)/.config/\(program)/config" }
  }

  /// - Parameter path: named in messages.
  /// - Throws: `UsageError` naming the line of the first fault.
  init(_ text: String, path: String) throws(UsageError) {
    self.path = path
    let forms =
      GlobalParameters.all.filter { !["help", "version", "columns", "sort"].contains($0.name) } + [Self.disable]
    // By scalars: to Swift, CR LF is one character, and no line feed.
    let texts = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in texts.enumerated() {
      let place = place(ofLine: index + 1)
      let line = Self.trimmed(Substring(line))
      if line.isEmpty || line.hasPrefix("#") { continue }
      let parts = line.unicodeScalars.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else {
        throw UsageError("\(place): a line is 'key = value'", hint: "Fix the line or remove it.")
      }
      let key = String(Self.trimmed(Substring(parts[0])))
      let value = String(Self.trimmed(Substring(parts[1])))
      guard let form = forms.first(where: { $0.name == key }) else {
        throw UsageError("\(place): unknown key '\(key)'\(Suggestion.clause(for: key, among: forms.map(\.name)))")
      }
      guard lines.updateValue(index + 1, forKey: key) == nil else {
        throw UsageError("\(place): '\(key)' is set twice", hint: "Remove one of the two lines.")
      }
      do {
        try add(form, value)
      } catch {
        throw UsageError("\(place): \(error.description)", hint: "Fix the line or remove it.")
      }
    }
  }

  /// Returns the place at which a key is set, for messages; nil where it isn't.
  func place(of form: ParameterForm) -> String? { lines[form.name].map(place(ofLine:)) }

  private func place(ofLine line: Int) -> String { "\(path), line \(line)" }

  private mutating func add(_ form: ParameterForm, _ value: String) throws(UsageError) {
    if form.kind == .option { return try values.add(value, to: form) }
    switch value {
    case "true": values.turnOn(form)
    case "false": break
    default: throw UsageError("'\(form.name)' is true or false")
    }
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text
    while let first = text.unicodeScalars.first, first.properties.isWhitespace { text.unicodeScalars.removeFirst() }
    while let last = text.unicodeScalars.last, last.properties.isWhitespace { text.unicodeScalars.removeLast() }
    return text
  }
}

/// A person's config file as it was found, or what is wrong with it, to be told in place of what a command would do.
///
/// Not a `Result`: finding out that `UsageError` is an error is a search that every start would pay for.
package enum FoundConfig: Sendable {
  case file(ConfigFile)
  case fault(UsageError)

  /// Reads the file; an absent one is empty.
  package init(program: String, _ environment: Environment) {
    do throws(UsageError) {
      self = .file(try ConfigFile.load(program: program, environment))
    } catch {
      self = .fault(error)
    }
  }

  package func get() throws(UsageError) -> ConfigFile {
    switch self {
    case .file(let file): return file
    case .fault(let error): throw error
    }
  }
}

extension ConfigFile {
  /// Reads the file; an absent one is empty.
  package static func load(program: String, _ environment: Environment) throws(UsageError) -> ConfigFile {
    guard let path = path(program: program, environment) else { return ConfigFile() }
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return ConfigFile() }
      throw UsageError("\(path) can't be read: \(String(cString: strerror(errno)))")
    }
    defer { close(file) }
    // A config is a screen of text; more than this is some other file.
    let limit = 65_536
    var bytes: [UInt8] = []
    while bytes.count < limit {
      var piece = [UInt8](repeating: 0, count: 1_024)
      let got = piece.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw UsageError("\(path) can't be read: \(String(cString: strerror(errno)))") }
      if got == 0 { return try ConfigFile(String(decoding: bytes, as: UTF8.self), path: path) }
      bytes += piece[..<got]
    }
    throw UsageError("\(path) is larger than 64 KiB")
  }
}
