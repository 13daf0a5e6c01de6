internal import QixKernel

/// What a parameter is for. HTTP, the limits of customers and hints go by it. The type of its value says it.
package enum ParameterPurpose: Sendable, Equatable {
  /// The idempotency key, under which the command does something once.
  case key
  /// The number of rows of a page.
  case rows
  /// The row after which a list goes on.
  case cursor
  /// The types to which a list of events is narrowed.
  case eventTypes
  /// A file of lines, CSV or JSON Lines, each of them a piece of work.
  case lines
  /// The format of these lines.
  case formatOfLines
  /// The place of the answers to these lines.
  case results
  /// The place of the secret that has this name.
  case secret(SecretPlace, of: String)
  case dryRun
  /// Personal data of a user: where a kept command line is shown, it is masked.
  case personal
  /// What a browser brings back in the cookie of a sign-in that it has begun; over HTTP it comes in no other way.
  case cookie
}

/// A way for a secret into the program.
package enum SecretPlace: Sendable {
  /// The path of a file with it.
  case file
  /// The number of a descriptor that the caller's shell has opened.
  case descriptor
}

extension ParameterForm {
  /// The way of a secret that the parameter locates; nil for any other parameter.
  package var secret: SecretPlace? { if case .secret(let place, _) = purpose { place } else { nil } }

  /// Whether its value names a user.
  package var isOfUser: Bool { kinds.contains { $0.prefix == UserTag.prefix } }
}

extension ValueType {
  /// The same, for a purpose.
  package func serving(_ purpose: ParameterPurpose) -> Self {
    var type = self
    type.purpose = purpose
    return type
  }
}

extension ValueType where Value == String {
  /// An idempotency key, of every command that does something once.
  package static var key: ValueType { ValueType(placeholder: "KEY") { text in text }.serving(.key) }

  /// The path of a file of lines.
  package static var lines: ValueType { file.serving(.lines) }
}
