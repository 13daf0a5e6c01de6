internal import QixCommands
package import QixDefinitions
package import QixFormats
package import QixKernel
package import QixStorage

/// Where the server serves the brand's own pictures.
package protocol PictureAddresses: Sendable {
  /// The path of a picture as it is now; nil where there is none of that name.
  func address(of name: String, in connection: Connection) throws -> String?
}

package enum Pictures {
  package static let addresses = ServiceKey<any PictureAddresses>("pictures.addresses")
}

/// The picture in a description: `picture:NAME` for one of the brand's own, or an https address elsewhere.
package struct PictureLinks: Sendable {
  private let addresses: (any PictureAddresses)?

  private static let prefix = "picture:"

  /// The key of a description.
  package static let key = "picture"

  /// The most bytes of a text.
  fileprivate static let most = 2_000

  package static let remedy =
    "write picture:NAME for a picture of your own, or an address such as https://example.com/coffee.jpg"

  /// Why a text is not such a picture, and what to do.
  package struct Problem: Sendable, Equatable {
    package let clause: String
    package let remedy: String
  }

  /// - Throws: what making the service throws. Without the module there are no pictures of the brand's own.
  package init(_ context: Context) throws { addresses = try context.service(ifProvided: Pictures.addresses) }

  /// The problem with the form of a text, as a clause; nil where there is none.
  package static func problem(with text: String) -> String? {
    guard text.hasPrefix(prefix) else { return HTTPSAddress.problem(with: text) }
    return ItemName.isWellFormed(String(text.dropFirst(prefix.count))) ? nil : "it names no picture"
  }

  /// The problem with a text in the right form; nil where the picture is there, or lies elsewhere.
  package func problem(with text: String?, in connection: Connection) throws -> Problem? {
    guard let text, let name = Self.name(in: text), try addresses?.address(of: name, in: connection) == nil else {
      return nil
    }
    return Problem(
      clause: "there is no picture '\(name)'", remedy: "add it first with `qix picture add \(name) FILE`")
  }

  /// Adds a fault where a description names a picture that isn't there.
  package func check(_ text: String?, in connection: Connection, _ faults: inout Faults) throws {
    guard let problem = try problem(with: text, in: connection) else { return }
    faults.add(JSONPointer([Self.key]), problem.clause, problem.remedy)
  }

  /// Makes sure that what the option `--picture` names is there.
  /// - Throws: `pictures.none-to-show`.
  package func require(_ text: String?, in connection: Connection) throws {
    guard let problem = try problem(with: text, in: connection) else { return }
    throw Failure(
      "pictures.none-to-show", .usage, "--picture: \(problem.clause)", hint: "\(problem.remedy.asSentence).")
  }

  /// The address for readers of a description: a path of this server, or the https address. Nil where there is no
  /// picture, or no longer.
  package func address(of text: String?, in connection: Connection) throws -> String? {
    guard let text, let name = Self.name(in: text) else { return text }
    return try addresses?.address(of: name, in: connection)
  }

  /// Nil for an address elsewhere.
  private static func name(in text: String) -> String? {
    text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : nil
  }
}

extension Faults {
  /// The picture of a description; nil where it has none, or another text than one.
  package mutating func picture(_ object: JSONObject) -> String? {
    let kind = FieldKind.text(PictureLinks.remedy, most: PictureLinks.most)
    guard let text = value(object, PictureLinks.key, at: .whole, kind)?.string else { return nil }
    if let problem = PictureLinks.problem(with: text) {
      add(JSONPointer([PictureLinks.key]), problem, kind.remedy)
      return nil
    }
    return text
  }
}
