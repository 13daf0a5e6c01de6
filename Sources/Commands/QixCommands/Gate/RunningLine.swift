package import QixCalendar
internal import QixFormats
package import QixKernel
internal import Synchronization

/// The command that runs, with its values as they were given: what a request keeps of it, so that it can be run once
/// somebody has approved it.
package final class RunningLine: Sendable {
  private let path: [String]
  private let values: ParsedValues
  private let forms: [ParameterForm]
  private let zone: TimeZone?
  private let endings = Mutex<[@Sendable () throws -> Void]>([])

  /// - Parameter path: the command's words, the program's name first.
  package init(path: [String], _ values: ParsedValues, _ forms: [ParameterForm], zone: TimeZone?) {
    (self.path, self.values, self.forms, self.zone) = (Array(path.dropFirst()), values, forms, zone)
  }

  /// The line to be kept; nil where a file, a secret or standard input is a part of it.
  package var kept: KeptLine? {
    var kept = KeptLine(path: path, zone: zone?.identifier)
    for (label, value) in values.given {
      // The program's own options say how the answer is shown.
      guard let form = forms.first(where: { $0.label == label }) else { continue }
      guard form.isKept(value) else { return nil }
      kept.values.append((label, value))
    }
    return kept
  }

  /// Does something once the command's transactions are over, whether it succeeds or not.
  package func afterwards(_ body: @escaping @Sendable () throws -> Void) { endings.withLock { $0.append(body) } }

  /// What fails here leaves the command's answer as it is.
  func end() {
    let due = endings.withLock { endings in
      defer { endings = [] }
      return endings
    }
    for ending in due { try? ending() }
  }
}

extension ParameterForm {
  /// A value as it may be shown, if it is personal. Staff may also name a user by phone number or address.
  fileprivate func masked(_ text: String) -> String? {
    if purpose == .personal { return "…" }
    guard isOfUser else { return nil }
    if text.contains("@") { return PersonalData.email.masked(text) }
    return TelephoneForm.number(text).map(PersonalData.phone.masked)
  }

  /// Whether a value says all by itself, and is no secret.
  fileprivate func isKept(_ value: GivenValue) -> Bool {
    output == nil && ![.file, .directory].contains(completion) && secret == nil && value != .text("-")
  }
}

private enum RunningLineKey: ContextKey {
  static var defaultValue: RunningLine? { nil }
}

extension Context {
  /// Nil for a command that only reads, and outside of commands.
  package var runningLine: RunningLine? {
    get { self[RunningLineKey.self] }
    set { self[RunningLineKey.self] = newValue }
  }
}

/// A command with its values, as a request keeps it.
package struct KeptLine: Sendable {
  /// The command's words without the program's name.
  package let path: [String]
  var values: [(label: String, value: GivenValue)] = []
  let zone: String?

  fileprivate init(path: [String], zone: String?) { (self.path, self.zone) = (path, zone) }

  package var json: String {
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("path")
      writer.beginArray()
      for word in path { writer.value(.string(word)) }
      writer.endArray()
      writer.member("zone", zone)
      writer.key("values")
      writer.beginArray()
      for (label, value) in values {
        writer.object { writer in
          writer.member("label", label)
          switch value {
          case .on: break
          case .text(let text): writer.member("text", text)
          case .number(let number): writer.member("number", number)
          }
        }
      }
      writer.endArray()
    }
    return writer.text
  }

  /// Nil for what is no line.
  package init?(json text: String) {
    guard let json = try? JSONValue(parsing: text), let path = json["path"]?.array, let values = json["values"]?.array
    else { return nil }
    self.init(path: path.compactMap(\.string), zone: json["zone"]?.string)
    self.values = values.compactMap { value in
      value["label"]?.string.map { label in
        (label, value["text"]?.string.map { .text($0) } ?? value["number"]?.integer.map { .number($0) } ?? .on)
      }
    }
  }

  /// The command line that does the same, personal values masked; nil where the command isn't here.
  package func shown(in tree: CommandTree) -> String? {
    guard let place = try? tree.place(at: path), case .command(let type) = place.node else { return nil }
    let forms = type.forms
    var words = place.path
    for (label, value) in values {
      let form = forms.first { $0.label == label }
      if label.hasPrefix("-") { words.append(label) }
      switch value {
      case .on: break
      case .text(let text): words.append(form?.masked(text) ?? (text.isWord ? text : text.quotedForShell))
      case .number(let number): words.append("\(number)")
      }
    }
    return words.joined(separator: " ")
  }

  /// Runs the command for a caller, through the same gate as any other call.
  /// - Parameter isDryRun: whether it only says what it would do.
  /// - Returns: its answer, as JSON.
  /// - Throws: what the command throws.
  package func run(by principal: Principal, isDryRun: Bool, in context: Context) throws -> String {
    let place = try context.commands.place(at: path)
    guard case .command = place.node else { throw UsageError("'\(place.text)' is not a command") }
    var call = Call(place)
    try call.admit(principal)
    for (label, value) in values {
      guard let form = call.forms.first(where: { $0.label == label }) else {
        throw UsageError("\(place.text) has no \(label) any more")
      }
      try call.give(value, to: form)
    }
    if isDryRun, let form = call.forms.first(where: { $0.purpose == .dryRun }) { try call.give(.on, to: form) }
    let output = MemoryOutput()
    var streams = context.face.streams
    (streams.output, streams.errors, streams.input) = (output, MemoryOutput(), MemoryInput(""))
    (streams.sent, streams.isDashInput, streams.isOfLines, streams.person) = ([], false, true, Nobody())
    try call.run(in: context, streams: streams, zone: zone)
    return output.text
  }
}

extension String {
  /// Whether a shell reads it as one word as it stands.
  fileprivate var isWord: Bool {
    !isEmpty
      && utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "-_.:/+@%,=".utf8.contains(byte)
        }
      }
  }
}
