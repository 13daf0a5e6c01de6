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
        "age.header", .damaged, "this is no age file of version 1: \(problem)",
        hint: "get the file again from where it was made; nothing of it is used")
    case .payload(let problem):
      Failure(
        "age.payload", .damaged, "the content of the age file is damaged: \(problem)",
        hint: "get the file again from where it was made; nothing of it is used")
    case .armor(let problem):
      Failure(
        "age.armor", .damaged, "the ASCII form of the age file is damaged: \(problem)",
        hint: "get the file again from where it was made; nothing of it is used")
    case .recipient:
      Failure(
        "age.recipient", .usage, "an age recipient is age1 and 58 further characters",
        hint: "age-keygen prints it as 'Public key'")
    case .identity(let line):
      Failure(
        "age.identity", .usage, "line \(line) of the identity file is no age identity",
        hint: "it begins with AGE-SECRET-KEY-1; lines that begin with # are comments")
    case .encoding(let what, let problem):
      Failure(
        "age.encoding", .usage, "\(what) \(problem), which age doesn't read",
        hint: "save it as plain ASCII, or as UTF-8 without a byte order mark; its characters are all ASCII")
    case .recipients(let problem):
      Failure(
        "age.recipients", .usage, "an age file can't be made for these recipients: \(problem)",
        hint: "name at least one recipient, or a passphrase alone")
    }
  }
}
