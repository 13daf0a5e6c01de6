package import QixKernel

/// The result of one check.
package struct Finding: Sendable, Equatable {
  package enum Verdict: String, Sendable {
    case ok
    /// Works, but the operator should look at it.
    case warning
    /// Must be mended.
    case fault
  }

  /// The thing that was checked, such as `ledger balances`.
  package let subject: String
  package let verdict: Verdict
  /// The observation, in a few words or one sentence. No secrets, no personal data.
  package let detail: String
  /// The remedy; nil where there is nothing to mend.
  package let remedy: String?

  /// Whether data can't be read or contradicts itself, rather than that something around it is at fault.
  package let isDamage: Bool

  private init(_ subject: String, _ verdict: Verdict, _ detail: String, remedy: String?, isDamage: Bool = false) {
    self.subject = subject
    self.verdict = verdict
    self.detail = detail
    self.remedy = remedy
    self.isDamage = isDamage
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

  /// Data that contradicts itself or is missing.
  package static func damage(_ subject: String, _ detail: String, remedy: String) -> Finding {
    Finding(subject, .fault, detail, remedy: remedy, isDamage: true)
  }

  /// The remedy for damage.
  package static let restore = "Restore the last good backup with `qix db restore FILE`."

  /// The first of several faults, and how many there are besides; where there are none, that all is well.
  /// - Parameter whole: what is said then.
  package static func summary(
    _ subject: String, of faults: [String], whole: String, remedy: String = restore
  ) -> Finding {
    guard let first = faults.first else { return .ok(subject, whole) }
    let more = faults.count > 1 ? " (and \(faults.count - 1) more)" : ""
    return .fault(subject, first + more, remedy: remedy)
  }

  /// What kept a look from coming to its end.
  /// - Parameter inCheck: whether `qix db check` is what looks, which sends nobody to itself.
  package static func thrown(_ subject: String, _ error: any Error, inCheck: Bool = false) -> Finding {
    let told = error as? any Diagnosable
    let remedy =
      switch error {
      case StorageError.corrupt where inCheck, StorageError.engine where inCheck, StorageError.constraint where inCheck:
        restore
      default: told?.hint?.description ?? (inCheck ? restore : StorageError.corrupt("").hint?.description)
      }
    return Finding(subject, .fault, told?.description ?? "\(error)", remedy: remedy, isDamage: true)
  }

  /// Returns the finding with another remedy, since something else was found besides.
  package func mended(by remedy: String) -> Finding {
    Finding(subject, verdict, detail, remedy: remedy, isDamage: isDamage)
  }

  /// Runs each look on its own, so that what one of them throws is a finding and keeps no other from looking.
  ///
  /// Whatever it throws: a row that can't be read as what it must be is an error of the module's own, of any kind.
  /// - Throws: errors of the looking itself: it was interrupted, others hold the database, or there is none.
  package static func looking(
    at subject: String, inCheck: Bool = false, _ body: () throws -> [Finding]
  ) throws -> [Finding] {
    do {
      return try body()
    } catch let error as any Diagnosable
      where error.category == .interrupted || error.category == .busy || error.isNoDatabase
    {
      throw error
    } catch {
      return [thrown(subject, error, inCheck: inCheck)]
    }
  }
}

extension Diagnosable {
  /// Whether it says that there is no database to look at.
  package var isNoDatabase: Bool {
    if case .noDatabase? = self as? StorageError { return true }
    return false
  }
}

/// A module that can tell whether its data is whole: `qix db check` asks it, and `qix db restore` of a backup before
/// that takes the place of what is there.
package protocol DataChecking: Module {
  /// Reads everything that can contradict itself. It may take long; it changes nothing.
  /// - Parameters:
  ///   - database: the database to check. It need not be the context's: a backup is checked in a place of its own.
  ///   - context: the clock, the face for progress, the services.
  /// - Throws: whatever reading throws; the caller makes a finding of it and goes on with the next module.
  static func check(_ database: Database, in context: Context) throws -> [Finding]
}

/// A module some of whose rows hold more than numbers and words, such as rules as JSON: `qix db check` and `qix db restore`
/// have it read all of them.
package protocol RowReading: Module {
  /// - Throws: `StorageError.corrupt` for what can't be read.
  static func readRows(in connection: Connection) throws
}

/// A module that needs something besides its data (a library, a folder, a key, a nightly run): `qix doctor` asks whether
/// it is there. Each looks quickly, and changes nothing.
package protocol DoctorChecking: Module {
  /// Looks at what is there whether or not there is a database.
  static func examine(in context: Context) throws -> [Finding]
  /// Looks at a database of which every migration is applied.
  static func examine(_ database: Database, in context: Context) throws -> [Finding]
}

extension DoctorChecking {
  package static func examine(in context: Context) throws -> [Finding] { [] }
  package static func examine(_ database: Database, in context: Context) throws -> [Finding] { [] }
}

/// A module whose features load libraries at their first use. `qix doctor` warns of a missing one if it is in use.
package protocol LibraryUsing: Module {
  /// Their names (`LateLibrary.name`).
  static var libraries: [String] { get }
  /// Whether what is in a database needs them. Quick.
  static func usesLibraries(_ context: Context, in connection: Connection) throws -> Bool
}
