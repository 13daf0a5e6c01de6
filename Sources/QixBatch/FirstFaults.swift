package import QixCommands
package import QixKernel

/// The lines of a file that can't be done: how many, and the first of them for who looks at a dry run.
package struct FirstFaults: Sendable {
  package private(set) var count: Int64 = 0
  private var kept: [LineFault] = []
  private static let most = 20

  package init() {}

  package var first: LineFault? { kept.first }

  package mutating func add(_ fault: LineFault) {
    count += 1
    if kept.count < Self.most { kept.append(fault) }
  }

  /// Sentences on each that is kept, as far as the caller may know what stands in the file.
  package func sentences(in face: any Face) -> [String] { kept.map { face.sentence(of: $0) } }

  /// Names them below an answer, which names the first already.
  /// - Parameters:
  ///   - option: the one that gives all of them: `--rejects`.
  ///   - caller: who may give it.
  package func tell(in document: inout Document, allWith option: String, for caller: Principal, _ face: any Face) {
    if count > 1 { tellAll(in: &document, allWith: option, for: caller, face) }
  }

  /// Names them below an answer that names none.
  package func tellAll(in document: inout Document, allWith option: String, for caller: Principal, _ face: any Face) {
    for sentence in sentences(in: face) { document.note("\(sentence)") }
    let more = count - Int64(kept.count)
    if more > 0 {
      document.note(
        """
        And \(more.counted("more line")); \(AnswerOptions.written(option, for: caller)) writes all of them.
        """)
    }
  }
}
