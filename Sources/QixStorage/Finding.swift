package import QixKernel

/// What somebody who looked at one thing has to say of it.
package struct Finding: Sendable, Equatable {
  package enum Verdict: String, Sendable {
    case ok
    /// Works, but somebody should look at it.
    case warning
    /// Must be mended.
    case fault
  }

  /// What was looked at, such as `ledger balances`.
  package let subject: String
  package let verdict: Verdict
  /// What was seen, in a few words or one sentence. No secrets, no personal data.
  package let detail: String
  /// How to mend it; nil where there is nothing to mend.
  package let remedy: String?

  private init(_ subject: String, _ verdict: Verdict, _ detail: String, remedy: String?) {
    self.subject = subject
    self.verdict = verdict
    self.detail = detail
    self.remedy = remedy
  }

  package static func ok(_ subject: String, _ detail: String) -> Finding {
    Finding(subject, .ok, detail, remedy: nil)
  }

  package static func warning(_ subject: String, _ detail: String, remedy: String) -> Finding {
    Finding(subject, .warning, detail, remedy: remedy)
  }

  package static func fault(_ subject: String, _ detail: String, remedy: String) -> Finding {
    Finding(subject, .fault, detail, remedy: remedy)
  }
}

/// A module that can tell whether its data is whole: `qix db check` asks it, and `qix db restore` of a backup before
/// that takes the place of what is there.
package protocol DataChecking: Module {
  /// Reads everything that can contradict itself. It may take long; it changes nothing.
  /// - Parameters:
  ///   - database: what to check. It need not be the context's: a backup is checked in a place of its own.
  ///   - context: the clock, the terminal for progress, the services.
  /// - Throws: what reading throws; whoever asks makes a finding of it.
  static func check(_ database: Database, in context: Context) throws -> [Finding]
}

/// A module that needs something besides its data (a library, a folder, a key): `qix doctor` asks whether it is there.
package protocol DoctorChecking: Module {
  /// Looks quickly, and changes nothing.
  static func examine(in context: Context) throws -> [Finding]
}
