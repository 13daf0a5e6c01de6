package import QixKernel
internal import Synchronization

/// The files that a run has read by their names, for a caller who may not know what stands in them.
final class NamedFiles: Sendable {
  private let names = Mutex<[String]>([])

  func add(_ name: String) { names.withLock { $0.append(name) } }

  /// The one that was read last: what goes wrong goes wrong there.
  var last: String? { names.withLock { $0.last } }
}

extension Clearance {
  /// Returns what may be told of an error.
  ///
  /// Of a file that was opened by its name for a caller who may not read it, only the place and the code of the fault
  /// are told: almost any sentence about a file quotes it, and one that forgot to say so would tell it. Standard input
  /// was opened by the caller's own shell, and is told in full.
  func told(of error: any Diagnosable) -> (sentence: Sentence, hint: Sentence?) {
    if commands.principal.isCustomer { return (error.sentenceForCustomers, nil) }
    guard let file = readFile, error.category.isAboutContent, !(error is InputError) else {
      return (error.sentence, error.hint)
    }
    let placed = error as? any Placed
    return (
      "\(placed?.place ?? file): \(placed?.problemCode ?? error.code)",
      """
      To see what is wrong there, give the file by standard input: `- < FILE`. A batch then needs its name, with \
      --batch. A token reads files with the rights of the home's owner, so only the owner sees what stands in them.
      """
    )
  }
}

extension Diagnosable {
  /// The error for whom has no use for commands, ids and the workings of things: its own words for customers, or what its
  /// kind comes to. What is wrong with a value they gave is told as it is.
  fileprivate var sentenceForCustomers: Sentence {
    if let forUser { return forUser }
    return switch category {
    // A translation doesn't quote what only the English sentence says of the value.
    case .usage: .keyed("customer.usage", sentence)
    case .notFound: .nothingHere
    case .notAllowed: .keyed("customer.not-allowed", "this is not open to you")
    case .conflict: .keyed("customer.conflict", "this was done before, or has changed since")
    case .refused: .keyed("customer.refused", "this is not possible at the moment")
    case .busy, .interrupted: .keyed("customer.busy", "too much is going on at the moment; try again")
    case .failed, .elsewhere, .damaged: .keyed("customer.failed", "something is wrong on our side")
    }
  }
}

extension Sentence {
  /// For customers, of whatever isn't there or is another's.
  static let nothingHere = Sentence.keyed("customer.not-found", "there is no such thing here")
}

extension ErrorCategory {
  /// Whether it may be about what stands in a file, and not about the machine, a right, or the state of the data.
  fileprivate var isAboutContent: Bool {
    switch self {
    case .usage, .notFound, .conflict, .refused: true
    case .failed, .elsewhere, .notAllowed, .damaged, .busy, .interrupted: false
    }
  }
}

extension Face {
  /// Notes a file named by the caller; call it before the file is read.
  package func willRead(_ path: String) { clearance?.willRead(path) }

  /// The sentence of an error as the caller may read it, for errors that don't end the command.
  package func sentence(of error: any Diagnosable) -> String {
    Teller(PlainPhrasing(), clearance).text(clearance?.told(of: error).sentence ?? error.sentence)
  }
}

/// The content of a file would be told, now or later, or is a secret, and the principal may not know it.
package struct ContentWithheld: Diagnosable, Equatable {
  let option: String
  let takesStandardInput: Bool

  package init(option: String, takesStandardInput: Bool = true) {
    (self.option, self.takesStandardInput) = (option, takesStandardInput)
  }

  package var category: ErrorCategory { .notAllowed }
  package var code: String { "access.content" }
  package var sentence: Sentence {
    "a token may not name the file of \(option): it would be read with the rights of the home folder's owner, and what "
      + "stands in it is for them alone"
  }
  package var hint: Sentence? {
    takesStandardInput
      ? "Give the file by standard input: `- < FILE`." : "Have the owner of the home folder run it, without --as."
  }
}
