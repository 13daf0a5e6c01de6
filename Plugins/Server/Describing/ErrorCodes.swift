internal import QixModule

/// The codes of the errors that the sources make, by the module or part of the platform that makes them and the status
/// under which HTTP tells them. `Codes/error_codes.txt` has a line for each: `Rewards 404 rewards.not-found`; a test
/// compares it with the sources.
struct ErrorCodes {
  private var codes: [String: [(status: String, code: String)]] = [:]

  init() {
    for line in String(decoding: PackageResources.error_codes_txt, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 3 else { continue }
      let maker = words[0].hasPrefix("Qix") ? Self.platform : words[0]
      codes[maker, default: []].append((words[1], words[2]))
    }
  }

  private static let platform = "the platform"

  /// The codes that any request may come to.
  func general(_ status: String) -> [String] { codes(of: Self.platform, status) + codes(of: "Server", status) }

  /// The codes of the module that a command belongs to.
  func own(of command: any AnyCommand.Type, _ status: String) -> [String] {
    codes(of: String(String(reflecting: command).prefix { $0 != "." }), status)
  }

  private func codes(of maker: String, _ status: String) -> [String] {
    (codes[maker] ?? []).filter { $0.status == status }.map(\.code)
  }
}
