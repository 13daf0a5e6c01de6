internal import QixKernel

/// The place of a command in the HTTP interface.
package enum Route: Sendable, Equatable {
  /// By the command's words, as `Address.derived` has it.
  case derived
  /// A method and a path, where the words would make a worse one: `POST /v1/coins/issues`.
  case at(String)
  /// Nowhere, and why: the end of "it is not offered, since …".
  case local(String)
}

/// A method and a path with the names of parameters in it: `GET /v1/wallets/{user}`.
package struct Address: Sendable, Hashable, CustomStringConvertible {
  package let method: String
  /// The path's parts; `{user}` stands for a value.
  package let parts: [String]

  package var path: String { "/" + parts.joined(separator: "/") }
  package var description: String { "\(method) \(path)" }

  /// The names of the parameters in it.
  package var parameters: [String] {
    parts.compactMap { $0.hasPrefix("{") ? String($0.dropFirst().dropLast()) : nil }
  }

  /// - Precondition: a method, a blank, and a path.
  package init(_ text: String) {
    let words = text.split(separator: " ")
    precondition(words.count == 2 && words[1].hasPrefix("/"), "'\(text)' is no method and path")
    self.init(String(words[0]), words[1].split(separator: "/").map(String.init))
  }

  private init(_ method: String, _ parts: [String]) { (self.method, self.parts) = (method, parts) }

  /// The address that the words of a command make: its groups are nouns in the plural, its first positional names one of
  /// them, and what isn't listing, showing, making, changing or deleting is a part of its own behind that.
  static func derived(_ words: [String], _ forms: [ParameterForm], _ effect: Effect) -> Address {
    let verb = words.last ?? ""
    let nouns = ["v1"] + words.dropLast().map(plural)
    let subject = forms.first { $0.kind == .positional }.flatMap { form in
      form.isRequired && !form.isRepeated && ![.file, .directory].contains(form.completion) ? form.name : nil
    }
    let one = nouns + (subject.map { ["{\($0)}"] } ?? [])
    return switch verb {
    case "list": Address("GET", nouns)
    case "show" where words.count > 1: Address("GET", one)
    case "create", "add": Address("POST", nouns)
    case "set" where subject != nil, "edit" where subject != nil: Address("PATCH", one)
    case "delete" where subject != nil, "remove" where subject != nil: Address("DELETE", one)
    default: Address(effect == .reads ? "GET" : "POST", one + [verb])
    }
  }

  private static func plural(_ noun: String) -> String {
    // What there is one of.
    if noun.hasSuffix("s") || ["audit", "auth", "db", "oidc"].contains(noun) { return noun }
    if noun.hasSuffix("y"), !noun.hasSuffix("ay"), !noun.hasSuffix("ey") { return noun.dropLast() + "ies" }
    return noun + (["ch", "sh", "x"].contains(where: noun.hasSuffix) ? "es" : "s")
  }
}

extension CommandTree.Place {
  /// Where HTTP has the command, or why it has not: as the end of "it is not offered, since …". Nil for a group.
  package var address: Result<Address, NotOffered>? {
    guard case .command(let type) = node else { return nil }
    let declaration = type.declaration
    if let local { return .failure(NotOffered(reason: local)) }
    if case .local(let reason) = declaration.route { return .failure(NotOffered(reason: reason)) }
    if type.isStandalone { return .failure("it uses no data folder") }
    if declaration.isForOwner { return .failure("it acts with the rights of the data folder's owner") }
    if case .at(let text) = declaration.route { return .success(Address(text)) }
    if type.printsByItself { return .failure("it prints by itself, for a person or into a file") }
    let forms = type.forms
    if let form = forms.first(where: { $0.isRequired && ($0.output != nil || $0.completion == .directory) }) {
      return .failure(NotOffered(reason: "it works on files of the machine (\(form.label))"))
    }
    return .success(.derived(Array(path.dropFirst()), forms, declaration.effect))
  }
}

/// Why a command is not offered over HTTP.
package struct NotOffered: Error, Sendable, ExpressibleByStringLiteral {
  package let reason: String

  init(reason: String) { self.reason = reason }
  package init(stringLiteral reason: String) { self.reason = reason }
}
