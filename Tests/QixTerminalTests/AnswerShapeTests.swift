import QixKernel
import Testing

@testable import QixCommands
@testable import QixTerminal

/// What a command declares that it answers, and how an answer that is something else is found.
@Suite struct AnswerShapeTests {
  private static let shape: AnswerShape = """
    tier.list/1: zone text, total coins?, names text*, note? text,
    tiers [tier text, from coins, until time?], best {tier id}
    | tier.none/1
    """

  private static func document(_ change: (inout Document) -> Void = { _ in }) -> Document {
    var document = Document("tier.list/1")
    document.field("zone", .text("UTC"))
    document.field("total", .missing)
    document.field("names", .texts(["gold"]))
    change(&document)
    document.table(
      "tiers", columns: [Column("tier", "TIER"), Column("from", "FROM"), Column("until", "UNTIL")],
      rows: [[.text("gold"), .coins(5), .missing]])
    document.group("best", "Best") { $0.field("tier", .identifier("tir_1")) }
    return document
  }

  @Test func isReadAsItIsWritten() throws {
    let answers = try Self.shape.answers()
    #expect(answers.map(\.schema) == ["tier.list/1", "tier.none/1"])
    #expect(
      "\(answers[0])" == "tier.list/1: zone text, total coins?, names text*, note? text, "
        + "tiers [tier text, from coins, until time?], best {tier id}")
    // What it is written as reads back as the same.
    #expect(try AnswerShape(stringLiteral: "\(answers[0])").answers() == [answers[0]])
  }

  @Test(arguments: [
    "no-version: a text", "a/1: a", "a/1: a words", "a/1: a text, a text", "a/1: t [a text", "a/1: t {a text]",
    "a/1 b/1",
    "a/1: , b text", "",
  ])
  func faultsAreFound(_ text: String) {
    #expect(throws: AnswerShape.Fault.self) { try AnswerShape(stringLiteral: text).answers() }
  }

  @Test func anAnswerThatFitsHasNoFault() {
    #expect(Self.shape.fault(in: Self.document()) == nil)
    #expect(Self.shape.fault(in: Self.document { $0.field("note", .text("x")) }) == nil)
    // What not everybody may know is null for others.
    #expect(Self.shape.fault(in: Self.document { $0.field("note", .confidential(.user, .text("x"))) }) == nil)
    #expect(Self.shape.fault(in: Document("tier.none/1")) == nil)
  }

  @Test func anAnswerThatDoesNotFitIsNamed() {
    func fault(_ change: (inout Document) -> Void) -> String { Self.shape.fault(in: Self.document(change)) ?? "" }
    #expect(fault { $0.field("extra", .text("x")) }.contains("'extra' is not declared"))
    #expect(fault { $0.field("note", .integer(1)) }.contains("'note' is integer, declared as text"))
    #expect(fault { $0.field("note", .missing) }.contains("'note' is null"))
    #expect(Self.shape.fault(in: Document("tier.list/1"))?.contains("'zone' is declared but missing") == true)
    #expect(Self.shape.fault(in: Document("tier.list/2"))?.contains("'tier.list/2' is not declared") == true)
    let columns = [Column("tier", "TIER"), Column("from", "FROM"), Column("until", "UNTIL")]
    func row(_ cells: [Cell]) -> String? {
      Self.shape.fault(in: cells, of: columns, key: "tiers", schema: "tier.list/1")
    }
    #expect(row([.text("gold"), .coins(5), .missing]) == nil)
    #expect(row([.text("gold"), .integer(5), .missing])?.contains("'tiers.from'") == true)
    #expect(row([.missing, .coins(5), .missing])?.contains("'tiers.tier' is null") == true)
  }

  /// Null stands for what a reader may not know, so whoever reads the schema must be told that it may come.
  @Test func whatMayBeWithheldIsDeclaredAsNullable() {
    func fault(_ type: String, _ cell: Cell, readers: Roles) -> String? {
      var shape = AnswerShape(stringLiteral: "tier.show/1: budget \(type), rows [budget \(type)]")
      shape.readers = readers
      var document = Document("tier.show/1")
      document.field("budget", cell, confidential: .business)
      document.table("rows", columns: [Column("budget", "BUDGET", confidential: .business)], rows: [[cell]])
      return shape.fault(in: document)
    }
    #expect(fault("text", .text("main"), readers: [.operator]) == nil)
    #expect(fault("text", .text("main"), readers: [.operator, .user])?.contains("'budget' may be withheld") == true)
    #expect(fault("text*", .texts(["main"]), readers: [.user])?.contains("'budget' may be withheld") == true)
    #expect(fault("text?", .text("main"), readers: [.operator, .user]) == nil)
    #expect(fault("text*?", .texts(["main"]), readers: [.user]) == nil)
    #expect(fault("id", .identifier("bud_1"), readers: [.user]) == nil)
  }

  @Test func theJSONSchemaSaysTheSame() throws {
    let json = AnswerSchema(try Self.shape.answers()[0], isChange: true).json
    for part in [
      #""required": ["#, #""dry_run""#, #""total": {"type": ["integer", "null"], "description": "coins"}"#,
      #""names": {"type": "array", "items": {"type": ["string", "null"]}}"#,
      #""until": {"type": ["string", "null"], "format": "date-time"}"#, #""schema": {"const": "tier.list/1"}"#,
    ] {
      #expect(json.contains(part), "\(part) in \(json)")
    }
    #expect(!json.contains(#""note","#))
  }
}
