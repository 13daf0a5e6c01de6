internal import QixCrypto
internal import QixFormats
internal import QixHTTP
internal import QixModule

/// The values of a request: from its path, its query and its body into what a command takes.
///
/// A parameter has the name of the command line's option, `dry-run`, with `_` for `-`: `dry_run`.
struct RequestValues {
  private(set) var call: Call
  private let offer: Offer
  /// What the command reads as standard input.
  private(set) var input: [UInt8]?
  private(set) var zone: String?
  /// What tells a form from others: its parts, whatever stands between them, which each sending draws anew.
  private(set) var formDigest: [UInt8] = []
  /// Files that a form has brought.
  private(set) var fileCount = 0
  /// Files in memory, for as long as the command runs.
  private var files: [MemoryFile] = []
  /// Their paths.
  var sent: [String] { files.map(\.path) }
  private var given: Set<String> = []

  /// - Parameter keyOwner: among whose keys a customer's is meant.
  init(
    _ call: Call, _ offer: Offer, path values: [String],
    keyOwner: @escaping @Sendable (_ key: String) throws -> UserID? = { _ in nil }
  ) throws {
    (self.call, self.offer) = (call, offer)
    self.call.keyOwner = keyOwner
    for (name, value) in zip(offer.address.parameters, values) { try give(name, value) }
  }

  /// The name of a parameter in requests.
  static func name(of form: ParameterForm) -> String {
    // A file with a secret is the secret itself here.
    let name = if case .secret(.file, let secret) = form.purpose { secret } else { form.name }
    return String(name.lowercased().map { $0 == "-" ? "_" : $0 })
  }

  /// Whether clients may give a parameter: they name no files and no descriptors of this machine.
  static func isOpen(_ form: ParameterForm) -> Bool {
    form.output == nil && form.completion != .directory && form.secret != .descriptor && form.purpose != .cookie
  }

  static func form(_ name: String, among forms: [ParameterForm]) -> ParameterForm? {
    forms.first { isOpen($0) && self.name(of: $0) == name }
  }

  private func form(_ name: String) throws -> ParameterForm {
    if let form = offer.parameters[name], call.takes(form) { return form }
    // The lines of a batch are the body, whose type says in which format they are.
    let isOfBatch: (ParameterForm) -> Bool = { [hasLines = Self.batch(call.forms) != nil] form in
      form.purpose == .lines || hasLines && form.purpose == .formatOfLines
    }
    let taken = call.forms.filter { Self.isOpen($0) && !isOfBatch($0) }
    let names = taken.map(Self.name).joined(separator: ", ")
    let takes = names.isEmpty ? "It takes none." : "It takes \(names)."
    // Named by what it is rather than by what it is for: 'user' of `--to USER`.
    let meant = taken.first { $0.isOfUser && $0.placeholder.lowercased() == name }.map(Self.name)
    throw Problem(
      400, "http.unknown-parameter", "'\(name)' is not a parameter of this address",
      hint: meant.map { "Name the \(name) as '\($0)'. \(takes)" } ?? takes)
  }

  /// Takes a value that was written as text: of the path or the query.
  mutating func give(_ name: String, _ text: String) throws {
    if name == "zone", offer.parameters[name] == nil {
      zone = text
      return
    }
    let form = try form(name)
    switch form.kind {
    case .flag: try turnOn(form, text, name)
    case _ where form.completion == .file: throw Self.fileByName(name)
    default: try add(text, to: form, name)
    }
  }

  private mutating func turnOn(_ form: ParameterForm, _ text: String, _ name: String) throws {
    guard given.insert(name).inserted else { throw Self.givenTwice(name) }
    switch text {
    case "true", "": try call.give("", to: form)
    case "false": break
    case _ where text == form.word || form.listing != nil: try call.give(text, to: form)
    default: throw Problem(400, "http.value", "'\(name)' is \(form.wordsOfFlag)")
    }
  }

  private mutating func add(_ text: String, to form: ParameterForm, _ name: String) throws {
    guard form.isRepeated || given.insert(name).inserted else { throw Self.givenTwice(name) }
    try call.give(text, to: form)
  }

  private static func givenTwice(_ name: String) -> Problem {
    Problem(400, "http.given-twice", "'\(name)' is given twice", hint: "Give it once.")
  }

  private static func fileByName(_ name: String) -> Problem {
    Problem(
      400, "http.file-by-name", "'\(name)' takes a file's content, not its name",
      hint: "Send a picture or a recording as multipart/form-data. Send JSON as an object under this name.")
  }

  /// Takes what the cookie of a sign-in has.
  mutating func give(cookies fields: HTTPFields) throws {
    guard let form = call.forms.first(where: { $0.purpose == .cookie }), let text = SignInCookie.value(fields) else {
      return
    }
    try call.give(text, to: form)
  }

  /// Takes the members of a body of JSON.
  mutating func give(json body: [UInt8]) throws {
    guard !body.isEmpty else { return }
    let value: JSONValue
    do {
      value = try JSONValue(parsing: body)
    } catch {
      throw Problem(400, "http.json", "the body is not JSON: \(error.description)")
    }
    guard let object = value.object else {
      throw Problem(400, "http.json", "the body is not a JSON object", hint: "Send {\"name\": value, …}.")
    }
    for member in object.members { try give(member.key, member.value) }
  }

  private mutating func give(_ name: String, _ value: JSONValue) throws {
    if value.isNull { return }
    if name == "zone", let text = value.string, offer.parameters[name] == nil {
      zone = text
      return
    }
    let form = try form(name)
    if form.secret == .file {
      guard let text = value.string else { throw Problem(400, "http.value", "'\(name)' must be a text") }
      return try give(content: Array(text.utf8), to: form)
    }
    if form.kind != .flag, form.completion == .file {
      guard value.object != nil || value.array != nil else { throw Self.fileByName(name) }
      return try give(content: value.serialized(), to: form)
    }
    guard form.isRepeated || given.insert(name).inserted else { throw Self.givenTwice(name) }
    do {
      try call.give(value, to: form)
    } catch let error as JSONTypeError {
      throw Problem(400, "http.value", "'\(name)' \(error.description)", hint: error.hint)
    }
  }

  /// Takes the fields of a form, among them files.
  /// - Parameter type: the body's, with its boundary.
  mutating func give(form body: [UInt8], type: String) throws {
    let parts: [Multipart.Part]
    do throws(Multipart.Fault) {
      parts = try Multipart(type: type, body: body).parts
    } catch {
      let sentence =
        switch error {
        case .noBoundary: "the form's Content-Type has no boundary"
        case .malformed: "the form's body doesn't match the boundary in its Content-Type"
        case .unnamed: "a part of the form has no Content-Disposition: form-data with a name"
        case .tooManyParts: "the form has too many parts"
        }
      throw Problem(400, "http.form", sentence)
    }
    formDigest = parts.flatMap { part -> [UInt8] in
      var digest = [UInt8](repeating: 0, count: 32)
      part.content.withUnsafeBytes { content in digest.withUnsafeMutableBytes { BLAKE2b.hash(content, into: $0) } }
      return Array("\(part.name)\n".utf8) + digest
    }
    // The largest is read as it came; smaller ones beside it are kept a second time.
    let largest = parts.map(\.content.count).max()
    for part in parts {
      let form = try form(part.name)
      if form.kind != .flag, form.completion == .file, form.secret == nil {
        guard !part.content.isEmpty else {
          throw Problem(400, "http.empty-file", "the file of '\(part.name)' is empty")
        }
        try give(content: Array(part.content), to: form, asInput: part.content.count == largest)
        fileCount += 1
      } else if form.secret == .file {
        try give(content: Array(part.content), to: form)
      } else if let text = String(validating: part.content, as: UTF8.self) {
        try give(part.name, text)
      } else {
        throw Problem(400, "http.value", "'\(part.name)' isn't UTF-8")
      }
    }
  }

  /// Takes what would stand in a file of the command line: one as standard input, others as files in memory.
  mutating func give(content: [UInt8], to form: ParameterForm, asInput: Bool = true) throws {
    guard form.isRepeated || !call.contains(form) else { throw Self.givenTwice(Self.name(of: form)) }
    guard input != nil || !asInput else {
      input = content
      return try call.give("-", to: form)
    }
    guard let file = MemoryFile(content) else { throw Problem(503, "http.busy", "there is no room for the file") }
    files.append(file)
    try call.give(file.path, to: form)
  }

  /// The parameter that stands for the lines of a batch, where there is one.
  static func batch(_ forms: [ParameterForm]) -> ParameterForm? {
    forms.first { $0.purpose == .lines }
  }

  /// The same, of who was admitted.
  /// - Throws: `Problem` where they may send no lines.
  static func lines(of call: Call) throws -> ParameterForm {
    guard let file = batch(call.forms) else {
      throw Problem(
        415, "http.media-type", "\(call.place.text) takes no lines", hint: "Send a JSON object: application/json.")
    }
    return file
  }

  /// Makes the body the command's standard input, line by line, and its answers the answer.
  mutating func giveLines(_ format: String) throws {
    try call.give("-", to: Self.lines(of: call))
    if let form = call.forms.first(where: { $0.purpose == .formatOfLines }), !call.contains(form) {
      try call.give(format, to: form)
    }
    if let form = call.forms.first(where: { $0.purpose == .results }) { try call.give("-", to: form) }
  }

  /// Takes the key of the request under which the command does something once.
  mutating func give(key: String) throws {
    guard let form = keyForm else { return }
    guard !call.contains(form) else {
      throw Problem(400, "http.given-twice", "the idempotency key is given in the body and as Idempotency-Key")
    }
    try call.give(key, to: form)
  }

  var takesKey: Bool { keyForm != nil }
  var hasKey: Bool { keyForm.map(call.contains) ?? false }
  private var keyForm: ParameterForm? { offer.key.flatMap { call.takes($0) ? $0 : nil } }

  var isDryRun: Bool { offer.dryRun.map(call.contains) ?? false }
}
