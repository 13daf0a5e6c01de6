package import QixCalendar
internal import QixFormats
internal import QixKernel

/// A program that asks: it reads JSON, hears no notes and answers no questions.
package struct JSONFace: Face {
  package let streams: Streams
  package let zone: TimeZone?
  package var clearance: Clearance?

  package init(_ streams: Streams, zone: TimeZone? = nil) { (self.streams, self.zone) = (streams, zone) }

  package func show(_ document: Document) throws {
    guard !document.isSilent else { return }
    if document.holdsSecret { output.conceal() }
    if document.endsSession { output.endSession() }
    try output.write(translated(document).json(onOneLine: streams.isOfLines))
  }

  /// The sentences for a customer in their language, as far as there are translations.
  private func translated(_ document: Document) -> Document {
    guard let translations = streams.translations else { return document }
    var (isForCustomers, isTranslated) = (false, false)
    let translated = document.mapped { _, cell in
      guard case .sentence(let sentence) = cell, let key = sentence.key else { return cell }
      isForCustomers = true
      guard let text = translations.text(sentence, of: key) else { return cell }
      isTranslated = true
      return .text(text)
    }
    if isForCustomers { output.speak(isTranslated ? translations.language : .en) }
    return translated
  }

  package func list(_ head: ListHead) -> any RowPrinter { JSONRows(head, output) }
  package var answersSecrets: Bool { true }
}

/// Writes a list as one object of JSON, row by row.
package final class JSONRows: RowPrinter {
  private let columns: [Column]
  private let output: any OutputSink
  private var json = JSONWriter.indented()

  package init(_ head: ListHead, _ output: any OutputSink) {
    (columns, self.output) = (head.columns, output)
    json.beginObject()
    json.member("schema", head.schema)
    json.key(head.key)
    json.beginArray()
  }

  package func print(_ cells: [Cell]) throws(OutputError) {
    cells.write(to: &json, columns)
    try output.write(json.drain())
  }

  /// An incomplete list has `"complete": false` as its last member.
  package func finish(isComplete: Bool) throws(OutputError) {
    json.endArray()
    if !isComplete { json.member("complete", false) }
    json.endObject()
    try output.write(json.drain() + "\n")
  }
}
