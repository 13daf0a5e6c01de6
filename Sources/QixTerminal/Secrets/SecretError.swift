package import QixKernel

/// Why a secret could not be read or shown. It names the option, never the secret.
package enum SecretError: Diagnosable, Equatable {
  case empty(name: String)
  case tooLong(name: String, limit: Int)
  /// A line so long that a terminal may have cut it.
  case tooLongToType(name: String)
  /// The second time something else was typed.
  case different(name: String)
  /// Nothing names it and nobody can be asked.
  case missing(name: String, noInput: Bool)
  /// It would be typed with everybody watching.
  case terminalInput(name: String)
  case closedDescriptor(name: String, Int32)
  /// It would be shown on the screen, unasked.
  case terminalOutput
  /// It would do something to the screen.
  case unprintable

  package var category: ErrorCategory { .usage }

  package var code: String {
    switch self {
    case .empty: "secret.empty"
    case .tooLong, .tooLongToType: "secret.too-long"
    case .different: "secret.different"
    case .missing: "secret.missing"
    case .terminalInput: "secret.terminal-input"
    case .closedDescriptor: "secret.closed-descriptor"
    case .terminalOutput: "secret.terminal-output"
    case .unprintable: "secret.unprintable"
    }
  }

  package var description: String {
    switch self {
    case .empty(let name): "the \(Self.words(name)) is empty"
    case .tooLong(let name, let limit): "the \(Self.words(name)) is longer than \(limit) bytes"
    case .tooLongToType(let name): "the \(Self.words(name)) is longer than a terminal's line"
    case .different(let name): "the \(Self.words(name)) was typed in two ways"
    case .missing(let name, let noInput):
      "the \(Self.words(name)) is needed, and \(noInput ? "--no-input forbids to ask" : "there is no terminal to ask on")"
    case .terminalInput(let name): "the \(Self.words(name)) would be read from a terminal that shows it"
    case .closedDescriptor(let name, let number): "--\(name)-fd: descriptor \(number) is not open for reading"
    case .terminalOutput: "a secret is not shown on a terminal unasked"
    case .unprintable: "the secret holds characters that would control the terminal"
    }
  }

  package var hint: String? {
    switch self {
    case .empty, .different: "Nothing was changed. Try again."
    case .tooLong: nil
    case .tooLongToType(let name): "Give it with --\(name)-file FILE."
    case .missing(let name, _): "Give --\(name)-file FILE or --\(name)-fd N."
    case .terminalInput(let name): "Leave the option out to be asked with the echo off, or give --\(name)-file FILE."
    case .closedDescriptor(let name, let number): "Open it: --\(name)-fd \(number) \(number)< FILE."
    case .terminalOutput: "Send it to a file or a pipe, or add --reveal."
    case .unprintable: "Send it to a file or a pipe."
    }
  }

  private static func words(_ name: String) -> String { name.split(separator: "-").joined(separator: " ") }
}
