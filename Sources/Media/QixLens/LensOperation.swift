package import QixFormats
package import QixKernel

/// A module whose features look at files of strangers.
package protocol LensProviding: Module {
  static var lensOperations: [any LensOperation.Type] { get }
}

/// A way of looking at a stranger's file: it finds barcodes in a picture, or how long a video is.
///
/// It lives in a worker, which is this program under another name. `init` runs before the worker gives up its rights and
/// loads whatever is needed later: from then on nothing can be opened. `look` runs confined, once for each file; what it
/// answers goes through a pipe to a process that doesn't trust it (docs/decisions/0053-the-lens.md).
package protocol LensOperation: SendableMetatype {
  /// Its name for shakes and commands: `barcodes`. Lower-case letters, digits and hyphens; one of its name in a program.
  static var name: String { get }
  static var limits: LensLimits { get }
  /// Of what `look` throws, where it is a fault of the operation's own: for people, without capital letter and full stop.
  /// Cases of `LensFault` itself have their sentences already.
  static var sentences: [LensFault: String] { get }
  /// Faults that may be the worker's rather than the file's, since what libraries keep from file to file fills its
  /// memory. One that had looked at others before is replaced, and the file looked at once more.
  static var faultsOfAge: Set<LensFault> { get }

  /// Loads late libraries and models.
  /// - Throws: `LibraryError` where one is missing.
  init() throws

  /// Looks at one file.
  /// - Parameter options: the asker's, never the stranger's; their meaning is the operation's own.
  /// - Returns: the findings: at most `limits.answerBytes` of JSON, no metadata of the file.
  /// - Throws: the reason why nothing can be found in this file.
  func look(at file: LensFile, _ options: JSONObject) throws(LensFault) -> JSONObject

  /// Whether an answer has the form of one. Asked by the process that waits for it: a worker that has read a stranger's
  /// file may answer anything, and users of the answer may rely on what is checked here.
  static func accepts(_ reading: JSONObject) -> Bool
}

extension LensOperation {
  package static var sentences: [LensFault: String] { [:] }
  package static var faultsOfAge: Set<LensFault> { [.tooMuch] }

  static func sentence(of fault: LensFault) -> String {
    sentences[fault] ?? LensFault.sentences[fault] ?? "nothing could be read from the file"
  }
}
