package import QixKernel

/// The destination of the answers to a batch's lines: a file of their own, or standard output for `-`.
///
/// They are written once they are true, so what stands in it has been done. While the batch runs they are in
/// `FILE.partial`; at its end, however it ends, that takes the place of FILE.
package final class AnswerFile {
  /// Nil for standard output.
  private let file: OutputFile?
  private let face: any Face
  private let lost: Loss
  private var isEmpty = true

  /// The message when answers can't be written.
  package struct Loss: Sendable, Equatable {
    let code: String
    let sentence: Sentence

    /// - Parameters:
    ///   - code: stable, such as `coins.answers-lost`.
    ///   - sentence: what holds all the same, without capital letter and full stop.
    package init(code: String, _ sentence: Sentence) { (self.code, self.sentence) = (code, sentence) }
  }

  package var isStandardOutput: Bool { file == nil }

  /// - Throws: `OutputFileError`
  package init(_ path: String, orElse lost: Loss, _ face: any Face) throws(OutputFileError) {
    self.face = face
    self.lost = lost
    file = path == "-" ? nil : try OutputFile(path, mode: 0o600)
  }

  /// - Throws: `AnswersLost`, `OutputError`.
  package func write(_ bytes: [UInt8]) throws {
    guard !bytes.isEmpty else { return }
    guard let file else { return try face.write(String(decoding: bytes, as: UTF8.self)) }
    isEmpty = false
    let bytes = face.clearance == nil ? bytes : Array(face.told(String(decoding: bytes, as: UTF8.self)).utf8)
    do {
      try bytes.withUnsafeBytes { try file.write($0) }
    } catch let OutputFileError.failed(path, reason) {
      throw AnswersLost(path: path, reason: reason, loss: lost)
    }
  }

  /// Gives the file its name.
  /// - Parameter hasFailed: whether the batch did not get to its end; where it has answered nothing then, the file that
  ///   is there stays.
  /// - Throws: `AnswersLost`
  package func finish(hasFailed: Bool) throws {
    guard let file else { return }
    guard !(hasFailed && isEmpty) else { return file.abandon() }
    do {
      try file.finish()
    } catch let OutputFileError.failed(path, reason) {
      throw AnswersLost(path: path, reason: reason, loss: lost)
    }
  }
}

/// Lines were done, but their answers could not be written.
package struct AnswersLost: Diagnosable, Equatable {
  let path: String
  let reason: String
  let loss: AnswerFile.Loss
  package var category: ErrorCategory { .failed }
  package var code: String { loss.code }
  package var sentence: Sentence { "\(path): can't be written: \(reason); \(loss.sentence)" }
  package var hint: Sentence? {
    "Make room or name another file, and run the same batch again: what is done is answered as replayed."
  }
}
