internal import QixModule

/// Writes what commands say of themselves and of faults for HTTP: addresses in place of commands, `dry_run` for
/// `--dry-run`, statuses for exit codes. A command that HTTP doesn't offer keeps its name.
struct Wording: Phrasing {
  /// By its words, without the program: `reward redeem`.
  private let offers: [String: Offer]
  /// Options that no request takes, as a command line has them: `--rejects`.
  private var closed: Set<String>

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

  func placeholder(_ name: String) -> String { Self.name(name.lowercased()) }

  /// Nil for an option that no request takes.
  func option(_ name: String) -> String? { closed.contains("--\(name)") ? nil : Self.name(name) }

  func argument(_ name: String) -> String { "" }
  func exit(_ category: ErrorCategory?) -> String { "status \(category?.status ?? 200)" }
  func secret(_ name: String) -> String { "from \(Self.name(name))" }
  func moments(_ times: [Timestamp]) -> [String] { times.map(\.description) }

  /// For descriptions, which are written whole: with each option by the name that a request would have for it.
  var describing: Teller {
    var all = self
    all.closed = []
    return Teller(all, nil)
  }

  private static func name(_ option: String) -> String { option.replacing("-", with: "_") }

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
      let given = rest.filter { $0.hasPrefix("--") }.map { Self.name(String($0.dropFirst(2))) }
      return given.isEmpty ? address : "\(address) with \(given.joined(separator: ", "))"
    }
    return nil
  }
}
