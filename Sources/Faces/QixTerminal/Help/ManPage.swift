internal import QixCommands
internal import QixKernel

/// A manual page of one place of the tree, in the man macros of roff (man(7)).
struct ManPage {
  private let place: CommandTree.Place
  private let program: Program

  init(_ place: CommandTree.Place, of program: Program) {
    self.place = place
    self.program = program
  }

  /// `qix-coins-issue`, as git names its pages.
  static func name(_ place: CommandTree.Place) -> String { place.path.joined(separator: "-") }

  var text: String {
    let name = Self.name(place)
    var lines = [
      ".TH \(Self.argument(name.uppercased())) 1 \"\(Self.date)\" \(Self.argument("\(program.name) \(program.version)"))",
      ".SH NAME", Self.prose("\(name) - \(place.node.summary)"), ".SH SYNOPSIS",
      ".B " + Self.argument(place.text), Self.prose(UsageLine.parts(of: place).joined(separator: " ")),
    ]
    let discussion = place.node.discussion.description
    if !discussion.isEmpty { lines += [".SH DESCRIPTION"] + Self.paragraphs(discussion) }
    lines += section("COMMANDS", place.node.children.map { ($0.name, $0.summary.description) })
    lines += section("ARGUMENTS", place.forms.filter { $0.kind == .positional })
    lines += section("OPTIONS", place.forms.filter { $0.kind != .positional })
    if let examples = place.declaration?.examples, !examples.isEmpty {
      lines.append(".SH EXAMPLES")
      for (index, example) in examples.enumerated() {
        // A section begins a paragraph by itself.
        lines += index == 0 ? [] : [".PP"]
        lines += [
          Self.prose(example.explanation.description), ".PP", ".RS 4", ".nf", Self.escape(example.line), ".fi", ".RE",
        ]
      }
    }
    lines += section("GLOBAL OPTIONS", GlobalParameters.all)
    if !place.roles.isEmpty { lines += [".SH ROLES", Self.prose(place.rolesText)] }
    lines += section("EXIT STATUS", Self.exitCodes)
    lines += seeAlso
    return lines.joined(separator: "\n") + "\n"
  }

  private static let exitCodes = [
    ("0", "done"), ("1", "failed"), ("2", "wrong usage"), ("3", "not found"), ("4", "not allowed"),
    ("5", "conflict: a key used again with different content, a duplicate, or a state already passed"),
    ("6", "refused by a rule, such as insufficient coins"), ("7", "damaged or incompatible data"),
    ("75", "busy; try again"), ("130", "interrupted"),
  ]

  private var seeAlso: [String] {
    let parent = place.path.count > 1 ? [place.path.dropLast().joined(separator: "-")] : []
    let names = parent + place.children.map(Self.name)
    guard !names.isEmpty else { return [] }
    let references = names.enumerated().map { index, name in
      ".BR \(Self.argument(name)) (1)\(index < names.count - 1 ? "," : "")"
    }
    return [".SH SEE ALSO"] + references
  }

  private func section(_ title: String, _ forms: [ParameterForm]) -> [String] {
    section(title, forms.map { (Self.trimmed(UsageLine.term($0)), UsageLine.help($0)) })
  }

  private func section(_ title: String, _ items: [(term: String, text: String)]) -> [String] {
    guard !items.isEmpty else { return [] }
    return [".SH \(title)"]
      + items.flatMap { [".TP", ".B \(Self.argument($0.term))", Self.prose($0.text)] }
  }

  private static func paragraphs(_ text: String) -> [String] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.enumerated().flatMap { index, line in
      let goesOn = !line.isEmpty && index + 1 < lines.count && !lines[index + 1].isEmpty
      return line.isEmpty ? [".PP"] : [prose(String(line))] + (goesOn ? [".br"] : [])
    }
  }

  /// A text that is filled into lines by whoever reads the page, in lines of its own that aren't long.
  private static func prose(_ text: String) -> String {
    var lines = [""]
    for word in escape(text).split(separator: " ", omittingEmptySubsequences: false) {
      let last = lines[lines.count - 1]
      if !last.isEmpty, last.utf8.count + 1 + word.utf8.count > longest {
        // Nothing at the start of a line may look like a request.
        lines.append((word.hasPrefix(".") ? "\\&" : "") + word)
      } else {
        lines[lines.count - 1] = last.isEmpty && lines.count == 1 ? String(word) : "\(last) \(word)"
      }
    }
    return lines.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// Bytes of a line.
  private static let longest = 79
  /// The day on which the form of the pages was last changed; each page has to have one.
  private static let date = "2026-11-23"

  private static func trimmed(_ text: String) -> String { String(text.drop { $0 == " " }) }

  /// An argument of a macro, in quotes; `escape` leaves none within them.
  private static func argument(_ text: String) -> String {
    "\"" + escape(text) + "\""
  }

  /// A line of text: hyphens that can be copied, backslashes that are printed, other characters than ASCII by their
  /// code, and nothing at the start that roff would take for a request (groff(7)).
  private static func escape(_ text: String) -> String {
    var result = text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" : ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "\"": result += "\\(dq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case "\n": result += "\n"
      case _ where scalar.isASCII: result.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
      }
    }
    return result
  }
}
