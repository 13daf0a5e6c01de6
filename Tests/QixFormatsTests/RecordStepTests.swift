import QixFormats
import QixKernel
import Testing

/// Reading record by record, and on behind what can't be read.
@Suite struct RecordStepTests {
  /// What each step comes to: the words of the record, or the code of its fault.
  private static func steps(_ text: String) throws -> [String] {
    var reader = try reader(Array(text.utf8), .csv)
    var steps: [String] = []
    while true {
      switch reader.step() {
      case .record: steps.append(reader.columns.indices.map { reader.word($0) ?? "-" }.joined(separator: "|"))
      case .fault(let error): steps.append(error.code)
      case .end: return steps
      }
    }
  }

  @Test func behindAFaultyRecordComesTheNext() throws {
    #expect(try Self.steps("a,b\n1,2\n1,2,3\n5,6\n") == ["1|2", "records.field-count", "5|6"])
  }

  @Test func behindWhatEndsReadingComesTheEnd() throws {
    #expect(try Self.steps("a,b\n1,2\n\"3,4\n5,6\n") == ["1|2", "records.quote"])
    #expect(try Self.steps("a,b\n") == [])
  }

  /// A slip in `--map` would otherwise take another column of that name, or none.
  @Test func aHeaderThatIsMeantMustBeThere() throws {
    func columns(_ header: String, _ text: String) throws -> [String] {
      var mapping = ColumnMapping()
      _ = mapping.add(header, standingFor: "code")
      return try RecordReader(source: .bytes(Array(text.utf8)), name: "codes.csv", mapping: mapping).columns
    }
    #expect(try columns("EAN", "ean,title\n1,x\n") == ["code", "title"])
    let error = #expect(throws: RecordError.self) { try columns("eam", "ean,code\n1,2\n") }
    #expect(error?.description == "codes.csv, line 1: --map: there is no header 'eam'" && error?.category == .usage)
    // Any line of JSON Lines may still bring it.
    #expect(throws: Never.self) { try columns("eam", "{\"ean\":1}\n") }
  }

  @Test func theEndStays() throws {
    var reader = try reader(Array("a\n1\n".utf8), .csv)
    _ = reader.step()
    for _ in 0..<3 {
      guard case .end = reader.step() else { throw Failure("test", .failed, "there is something behind the end") }
    }
  }

  @Test func aWordHasNoBlanksAtItsEnds() throws {
    #expect(try Self.steps("a,b\n ada ,\t\u{A0}\nx  y\u{A0}, \n") == ["ada|-", "x  y|-"])
  }
}
