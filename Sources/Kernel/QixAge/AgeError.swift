package import QixKernel

/// An error of an age file, or of what should open it.
package enum AgeError: Failing, Equatable {
  /// Not an age file of version 1, or a header that breaks the format's rules.
  case header(String)
  /// The content was changed or cut off; of a file read into memory, nothing is handed out.
  case payload(String)
  /// The text around a file in ASCII is not as it must be.
  case armor(String)
  /// Not the public key of an age identity.
  case recipient
  /// Not an age identity.
  case identity(line: Int)
  /// An identity or recipient in a text of another encoding: `the identity file`, `is UTF-16 text`.
  case encoding(String, String)
  /// No recipient, or a passphrase beside others: the format allows it alone only.
  case recipients(String)

  package var failure: Failure {
    switch self {
    case .header(let problem):
      Failure(
        "age.header", .damaged, "this is not an age file of version 1: \(problem)",
        hint: "Get the file again from its source. Nothing of it was used.")
    case .payload(let problem):
      Failure(
        "age.payload", .damaged, "the content of the age file is damaged: \(problem)",
        hint: "Get the file again from its source. Nothing of it was used.")
    case .armor(let problem):
      Failure(
        "age.armor", .damaged, "the ASCII form of the age file is damaged: \(problem)",
        hint: "Get the file again from its source. Nothing of it was used.")
    case .recipient:
      Failure(
        "age.recipient", .usage, "an age recipient is age1 and 58 further characters",
        hint: "Copy the 'Public key' that age-keygen prints.")
    case .identity(let line):
      Failure(
        "age.identity", .usage, "line \(line) of the identity file is not an age identity",
        hint: "An identity begins with AGE-SECRET-KEY-1. Lines that begin with # are comments.")
    case .encoding(let what, let problem):
      Failure(
        "age.encoding", .usage, "\(what) \(problem), which age doesn't read",
        hint: "Save it as plain ASCII, or as UTF-8 without a byte order mark.")
    case .recipients(let problem):
      Failure(
        "age.recipients", .usage, "an age file can't be made for these recipients: \(problem)",
        hint: "Name at least one recipient, or only a passphrase.")
    }
  }
}
