package import QixKernel

/// Why a secret could not be read or shown. It names the option, never the secret.
package enum SecretError: Failing, Equatable {
  case empty(name: String)
  case tooLong(name: String, limit: Int)
  /// A line so long that a terminal may have cut it.
  case tooLongToType(name: String)
  /// The second time something else was typed.
  case different(name: String)
  /// Nothing names it and there is no person to ask.
  case missing(name: String, noInput: Bool)
  /// It would be typed with everybody watching.
  case terminalInput(name: String)
  case closedDescriptor(name: String, Int32)
  /// It would be shown on the screen, unasked.
  case terminalOutput
  /// It would do something to the screen.
  case unprintable

  package var failure: Failure {
    switch self {
    case .empty(let name):
      Failure(
        "secret.empty", .usage, "the \(Self.words(name)) is missing or empty", hint: "Nothing was changed. Try again.")
    case .tooLong(let name, let limit):
      Failure("secret.too-long", .usage, "the \(Self.words(name)) is longer than \(limit) bytes")
    case .tooLongToType(let name):
      Failure(
        "secret.too-long", .usage, "the \(Self.words(name)) is longer than a terminal's line",
        hint: "Give it with --\(name)-file FILE.")
    case .different(let name):
      Failure(
        "secret.different", .usage, "the \(Self.words(name)) was typed in two ways",
        hint: "Nothing was changed. Try again.")
    case .missing(let name, let noInput):
      Failure(
        "secret.missing", .usage,
        "the \(Self.words(name)) is needed, and \(noInput ? "--no-input forbids to ask" : "there is no terminal to ask on")",
        hint: "Give --\(name)-file FILE or --\(name)-fd N.")
    case .terminalInput(let name):
      Failure(
        "secret.terminal-input", .usage, "the \(Self.words(name)) would be read from a terminal that shows it",
        hint: "Leave the option out to be asked with the echo off, or give --\(name)-file FILE.")
    case .closedDescriptor(let name, let number):
      Failure(
        "secret.closed-descriptor", .usage, "--\(name)-fd: descriptor \(number) is not open for reading",
        hint: "Open it: --\(name)-fd \(number) \(number)< FILE.")
    case .terminalOutput:
      Failure(
        "secret.terminal-output", .usage, "a secret is not shown on a terminal unasked",
        hint: "Send it to a file or a pipe, or add --reveal.")
    case .unprintable:
      Failure(
        "secret.unprintable", .usage, "the secret holds characters that would control the terminal",
        hint: "Send it to a file or a pipe.")
    }
  }

  private static func words(_ name: String) -> String { name.split(separator: "-").joined(separator: " ") }
}
