package import QixKernel

/// Why a secret could not be read, if several places find it. It names the option, never the secret.
package enum SecretError: Failing, Equatable {
  case empty(name: String)
  case tooLong(name: String, limit: Int)
  /// Nothing names it and there is no person to ask.
  case missing(name: String, noInput: Bool)

  package var failure: Failure {
    switch self {
    case .empty(let name):
      Failure(
        "secret.empty", .usage, "the \(Self.words(name)) is missing or empty", hint: "Nothing was changed. Try again.")
    case .tooLong(let name, let limit):
      Failure("secret.too-long", .usage, "the \(Self.words(name)) is longer than \(limit) bytes")
    case .missing(let name, let noInput):
      Failure(
        "secret.missing", .usage,
        "the \(Self.words(name)) is needed, and \(noInput ? "--no-input forbids to ask" : "there is no terminal to ask on")",
        hint: "Give --\(name)-file FILE or --\(name)-fd N.")
    }
  }

  /// A name as a sentence has it.
  package static func words(_ name: String) -> String { name.split(separator: "-").joined(separator: " ") }
}
