package import QixCalendar
internal import QixFormats

/// A program that asks: it reads JSON, hears no notes and answers no questions.
package struct JSONFace: Face {
  package let streams: Streams
  package let zone: TimeZone?
  package var clearance: Clearance?

  package init(_ streams: Streams, zone: TimeZone? = nil) { (self.streams, self.zone) = (streams, zone) }

  package func show(_ document: Document) throws {
    guard !document.isSilent else { return }
    try output.write(document.json(onOneLine: streams.isOfLines))
  }

  package func list(_ head: ListHead) -> any RowPrinter { JSONRows(head, output) }
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
