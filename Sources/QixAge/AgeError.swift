package import QixKernel

/// What can be wrong with an age file, or with what should open it.
package enum AgeError: Diagnosable, Equatable {
  /// Not an age file of version 1, or a header that breaks the format's rules.
  case header(String)
  /// The header was changed after it was written.
  case headerChanged
  /// Nothing that was offered opens the file.
  case noMatch
  /// The content was changed or cut off; of a file read into memory, nothing is handed out.
  case payload(String)
  /// The text around a file in ASCII is not as it must be.
  case armor(String)
  /// The passphrase takes more work than we are ready to do.
  case workFactor(Int, highest: Int)
  /// Not the public key of an age identity.
  case recipient
  /// Not an age identity.
  case identity(line: Int)
  /// No recipient, or a passphrase beside others: the format allows it alone only.
  case recipients(String)

  package var category: ErrorCategory {
    switch self {
    case .header, .headerChanged, .payload, .armor: .damaged
    case .noMatch: .notAllowed
    case .workFactor: .refused
    case .recipient, .identity, .recipients: .usage
    }
  }

  package var code: String {
    switch self {
    case .header: "age.header"
    case .headerChanged: "age.header-changed"
    case .noMatch: "age.no-match"
    case .payload: "age.payload"
    case .armor: "age.armor"
    case .workFactor: "age.work-factor"
    case .recipient: "age.recipient"
    case .identity: "age.identity"
    case .recipients: "age.recipients"
    }
  }

  package var description: String {
    switch self {
    case .header(let problem): "this is no age file of version 1: \(problem)"
    case .headerChanged: "the header of the age file was changed after it was written"
    case .noMatch: "neither a passphrase nor an identity that was given opens the age file"
    case .payload(let problem): "the content of the age file is damaged: \(problem)"
    case .armor(let problem): "the ASCII form of the age file is damaged: \(problem)"
    case .workFactor(let logN, let highest):
      "the age file asks for scrypt with a work factor of \(logN); \(highest) is the highest that is accepted"
    case .recipient: "an age recipient is age1 and 58 further characters"
    case .identity(let line): "line \(line) of the identity file is no age identity"
    case .recipients(let problem): "an age file can't be made for these recipients: \(problem)"
    }
  }

  package var hint: String? {
    switch self {
    case .header, .headerChanged, .payload, .armor: "get the file again from where it was made; nothing of it is used"
    case .noMatch: "give the identity whose recipient the file was made for, or its passphrase"
    case .workFactor: "open it with age, and encrypt it again"
    case .recipient: "age-keygen prints it as 'Public key'"
    case .identity: "it begins with AGE-SECRET-KEY-1; lines that begin with # are comments"
    case .recipients: "name at least one recipient, or a passphrase alone"
    }
  }
}
