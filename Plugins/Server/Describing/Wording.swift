internal import QixModule

/// Puts what commands say of themselves and of faults into the words of HTTP: addresses in place of commands, `dry_run`
/// for `--dry-run`, statuses for exit codes, a body for standard input. What HTTP doesn't offer keeps its name.
struct Wording: Phrasing {
  /// By its words, without the program: `reward redeem`.
  private let offers: [String: Offer]
  /// Options that no request takes, as a command line has them: `--rejects`.
  private let closed: Set<String>

  init(_ routes: RouteTable) {
    offers = Dictionary(
      routes.offers.map { ($0.place.path.dropFirst().joined(separator: " "), $0) }, uniquingKeysWith: { one, _ in one })
    let forms = routes.offers.flatMap(\.place.forms)
    closed = Set(forms.map(\.label).filter { $0.hasPrefix("--") })
      .subtracting(forms.filter(RequestValues.isOpen).map(\.label))
      // Who asks, and of which home, no request says so.
      .union(["--as", "--home", "--read-only", "--no-input"])
  }

  func command(_ line: String) -> String? { line.hasSuffix(" --help") ? nil : address(of: line) }

  func placeholder(_ name: String) -> String { name.lowercased().replacing("-", with: "_") }

  /// Nil for an option that no request takes.
  func option(_ name: String) -> String? { closed.contains("--\(name)") ? nil : name.replacing("-", with: "_") }

  func moments(_ times: [Timestamp]) -> [String] { times.map(\.description) }

  /// A description.
  func text(_ sentence: String) -> String {
    var result = ""
    for (index, piece) in sentence[...].pieces(separatedBy: "`").enumerated() {
      if index.isMultiple(of: 2) {
        result += Self.statuses(Self.sources(Self.named(String(piece), isFirst: index == 0)))
      } else if let address = address(of: String(piece)) {
        result += address
      } else {
        result += "`\(piece)`"
      }
    }
    return result.replacing("` printed", with: "` answered")
  }

  /// The description of a parameter: of a secret what it is, and not where the command line reads it.
  func help(of form: ParameterForm) -> String {
    var help = form.help[...]
    for end in ["; - is standard input", " from a file, or - for standard input", ", or - for standard input"] {
      if let range = help.firstRange(of: end) { help = help[..<range.lowerBound] + help[range.upperBound...] }
    }
    if form.secret == .file, help.hasPrefix("Read ") {
      help = help.dropFirst("Read ".count)
      return text(help.asSentence)
    }
    return text(String(help))
  }

  // MARK: -

  /// The address of a command as it is written in a text, `qix reward confirm rdm_… --dry-run`, with what it names in it
  /// and what it gives behind it. Nil for what is no command, or isn't offered.
  private func address(of code: String) -> String? {
    let words = code.split(separator: " ").map(String.init)
    guard words.first == "qix" else { return nil }
    for count in stride(from: min(4, words.count), through: 2, by: -1) {
      guard let offer = offers[words[1..<count].joined(separator: " ")] else { continue }
      let rest = words[count...]
      let values = rest.prefix { !$0.hasPrefix("-") }
      let positionals = offer.place.forms.filter { $0.kind == .positional }.map(RequestValues.name)
      var parts = offer.address.parts
      for (name, value) in zip(positionals, values) {
        // A word in capitals stands for any.
        guard let index = parts.firstIndex(of: "{\(name)}"), value.contains(where: \.isLowercase) else { continue }
        parts[index] = value
      }
      let address = "`\(offer.address.method) /\(parts.joined(separator: "/"))`"
      let given = rest.filter { $0.hasPrefix("--") }.map { Self.named($0, isFirst: false) }
      return given.isEmpty ? address : "\(address) with \(given.joined(separator: ", "))"
    }
    return nil
  }

  /// Names parameters as requests do: `dry_run` for `--dry-run`, and `shake` for a `SHAKE` that a sentence begins with.
  private static func named(_ sentence: String, isFirst: Bool) -> String {
    let positional = isFirst ? sentence.prefix { $0.isASCII && $0.isUppercase || $0 == "-" || $0 == "_" } : ""
    var rest = sentence[...]
    var result = ""
    if positional.count > 1, rest.dropFirst(positional.count).hasPrefix(": ") {
      result = positional.lowercased().replacing("-", with: "_")
      rest = rest.dropFirst(positional.count)
    }
    while let letter = rest.first {
      if rest.hasPrefix("--"), result.last.map({ !$0.isLetter && !$0.isNumber && $0 != "-" }) ?? true,
        rest.dropFirst(2).first?.isLowercase ?? false
      {
        let name = rest.dropFirst(2).prefix { $0.isLowercase || $0.isNumber || $0 == "-" }
        result += name.replacing("-", with: "_")
        rest = rest[name.endIndex...]
        // What stands for its value: `--file FILE`.
        let value = rest.dropFirst().prefix { $0.isUppercase || $0 == "-" }
        if rest.first == " ", value.count > 1, !(rest[value.endIndex...].first?.isLetter ?? false) {
          rest = rest[value.endIndex...]
        }
      } else {
        result.append(letter)
        rest = rest.dropFirst()
      }
    }
    return result
  }

  /// Where the command line reads a secret, or lines.
  private static func sources(_ text: String) -> String {
    var text = text[...]
    if let start = text.firstRange(of: "from the terminal, from standard input, or from "),
      let end = text[start.upperBound...].firstRange(of: "_fd")
    {
      let name = text[start.upperBound...].prefix { $0.isLowercase || $0 == "_" }
      text.replaceSubrange(start.lowerBound..<end.upperBound, with: "from \(name.replacing("_file", with: ""))")
    }
    return String(text).replacing("standard input", with: "the body").replacing(
      "no_input forbids to ask", with: "there is nobody to ask")
  }

  /// Names the status of each exit code: `status 422` for `exit code 6`.
  private static func statuses(_ text: String) -> String {
    let pieces = text[...].pieces(separatedBy: "exit code")
    return pieces.first.map { first in
      pieces.dropFirst().reduce(String(first)) { result, piece in
        // "exit code 6", "the exit code is then 75".
        let before = piece.prefix { !$0.isNumber }
        let digits = piece.dropFirst(before.count).prefix(while: \.isNumber)
        guard before.count <= 10, let code = Int32(digits) else { return "\(result)status\(piece)" }
        let category = ErrorCategory.allCases.first { $0.exitCode == code }
        let status = code == 0 ? 200 : category?.status ?? 500
        return "\(result)status\(before)\(status)\(piece.dropFirst(before.count + digits.count))"
      }
    } ?? text
  }
}
