internal import QixCommands
internal import QixKernel

/// The usage of a command: `qix coins issue --to USER --amount COINS [--memo TEXT] …`.
enum UsageLine {
  /// The parts behind the command's words, each of which stays on one line.
  static func parts(of place: CommandTree.Place) -> [String] {
    if place.declaration == nil { return ["COMMAND", "[options]"] }
    let forms = place.forms
    let positionals = forms.filter { $0.kind == .positional }.map(positional)
    let required = forms.filter { $0.kind == .option && $0.isRequired }.map { "\($0.label) \($0.placeholder)" }
    return positionals + required + ["[options]"]
  }

  /// The usage line, wrapped under its first part.
  static func text(of place: CommandTree.Place, width: Int) -> String {
    let head = "Usage: " + place.text
    let parts = parts(of: place)
    let indent = min(head.displayWidth + 1, max(8, width / 2))
    var lines = [head]
    for part in parts {
      if lines[lines.count - 1].displayWidth + 1 + part.displayWidth > width, lines.count < parts.count {
        lines.append(String(repeating: " ", count: indent - 1))
      }
      lines[lines.count - 1] += " " + part
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func positional(_ form: ParameterForm) -> String {
    let name = form.placeholder + (form.isRepeated ? "…" : "")
    return form.isRequired ? name : "[\(name)]"
  }

  /// An option as lists name it: `-q, --quiet` or `    --to USER`.
  static func term(_ form: ParameterForm) -> String {
    switch form.kind {
    case .positional: form.placeholder
    case .flag, .option:
      (form.short.map { "-\($0), " } ?? "    ") + form.label
        + (form.kind == .option ? " " + form.placeholder : (form.word ?? form.listing).map { "[=\($0)]" } ?? "")
    }
  }

  /// The help of a parameter, with where a command line reads its value from.
  static func meaning(_ form: ParameterForm) -> String {
    switch form.secret {
    case .file: "Read \(form.help) from a file, or - for standard input"
    case .descriptor: "Read \(form.help) from descriptor N"
    case nil: form.takesStandardInput ? "\(form.help); - is standard input" : form.help.description
    }
  }

  /// The same with what else there is to know of it in brackets.
  static func help(_ form: ParameterForm) -> String {
    let help = meaning(form)
    var facts: [String] = []
    if form.kind == .option, form.isRequired { facts.append("required") }
    if form.isRepeated { facts.append("may be repeated") }
    if let text = form.defaultText {
      facts.append("default: \(text)\(form.whole == nil ? "" : ", in a pipe or file all")")
    }
    if case .choices(let words) = form.completion, form.placeholder != words.joined(separator: "|"), words.count <= 12,
      !words.allSatisfy({ help.contains($0) })
    {
      facts.append("one of \(words.joined(separator: ", "))")
    }
    return help + (facts.isEmpty ? "" : " (\(facts.joined(separator: "; ")))")
  }
}
