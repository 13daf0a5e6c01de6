package import QixFormats

extension Document {
  /// One JSON object: the schema, then every part under its key.
  package func json(onOneLine isOneLine: Bool = false) -> String {
    var writer = isOneLine ? JSONWriter() : JSONWriter.indented()
    writer.beginObject()
    writer.member("schema", schema)
    Self.write(pageMembers, to: &writer)
    Self.write(parts, to: &writer)
    writer.endObject()
    return writer.text + "\n"
  }

  private static func write(_ parts: [Part], to json: inout JSONWriter) {
    for part in parts {
      switch part {
      case .field(let key, _, let cell):
        json.key(key)
        cell.write(to: &json)
      case .table(let table):
        json.key(table.key)
        json.beginArray()
        for row in table.rows { row.write(to: &json, table.columns) }
        json.endArray()
      case .group(let key, _, let inner):
        json.key(key)
        json.beginObject()
        write(inner, to: &json)
        json.endObject()
      }
    }
  }
}

extension [Cell] {
  /// The row as an object on a line of its own, so that a list can be searched by lines.
  package func write(to json: inout JSONWriter, _ columns: [Column]) {
    json.beginObject(inline: true)
    for (column, cell) in zip(columns, self) {
      json.key(column.key)
      cell.write(to: &json)
    }
    json.endObject()
  }
}
