package import QixKernel

/// Takes the records of a long list one by one and hands them on to be shown.
///
/// It lives for the time of one answer and stays on that thread.
package final class RowEmitter {
  private let head: ListHead
  private let face: any Face
  private let revealed: Revealed
  /// The declared shape of the list; nil if it isn't checked.
  private let shape: AnswerShape?
  private let printer: any RowPrinter
  private(set) var notes: [Note] = []

  init(_ head: ListHead, _ face: any Face, _ revealed: Revealed, _ shape: AnswerShape?) throws(OutputError) {
    (self.head, self.face, self.revealed, self.shape) = (head, face, revealed, shape)
    printer = try face.list(head)
  }

  /// Shows one record.
  /// - Precondition: there is a cell for each column.
  /// - Throws: `OutputError`
  package func row(_ cells: [Cell]) throws(OutputError) {
    let columns = head.columns
    precondition(cells.count == columns.count, "a row has \(cells.count) cells for \(columns.count) columns")
    let fault = shape?.fault(in: cells, of: columns, key: head.key, schema: head.schema)
    precondition(fault == nil, "undeclared answer: \(fault ?? "")")
    let shown = revealed == .nothing ? cells : zip(columns, cells).map { revealed.unmasked($1, of: $0.key) }
    try printer.print(face.told(shown, of: columns))
  }

  /// Tells the person something behind the list.
  package func note(_ text: Sentence) { notes.append(.note(text)) }
  /// Tells the person that the list goes on, and the command that shows the rest.
  package func noteMore(_ advice: Sentence) { notes.append(.more(advice)) }

  func finish(isComplete: Bool) throws(OutputError) { try printer.finish(isComplete: isComplete) }
}
