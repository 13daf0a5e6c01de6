import QixKernel
import Testing

@testable import QixCommands
@testable import QixTerminal

/// What a command declares that it answers, and how an answer that is something else is found.
@Suite struct AnswerShapeTests {
  private static let shape =
    AnswerShape("tier.list/1", fields) | AnswerShape("tier.none/1", [Field<Never>]())

  private static let fields: [Field<Void>] = [
    Field("zone", .text) { "UTC" },
    Field("total", .coins.orNull) { 0 },
    Field("names", .texts()) { [] },
    Field(optional: "note", .text) { nil as String? },
    Field("tiers", rows: tier) { [] },
    Field("best", object: [Field<Void>("tier", .id) { "tir_1" }], title: "Best") {},
  ]

  private static let tier: [Field<Void>] = [
    Field("tier", .text) { "gold" },
    Field("from", .coins) { 5 },
    Field("until", .time) { nil },
  ]

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

  @Test func isWrittenAsAText() throws {
    let answers = try Self.shape.answers()
    #expect(answers.map(\.schema) == ["tier.list/1", "tier.none/1"])
    #expect(
      "\(answers[0])" == "tier.list/1: zone text, total coins?, names text*, note? text, "
        + "tiers [tier text, from coins, until time?], best {tier id}")
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
    func fault(_ type: FieldType<Cell>, _ cell: Cell, readers: Roles) -> String? {
      let rows = [Field<Cell>("budget", type) { $0 }]
      var shape = AnswerShape("tier.show/1", rows + [Field<Cell>("rows", rows: rows) { [$0] }])
      shape.readers = readers
      var document = Document("tier.show/1")
      document.field("budget", cell, confidential: .business)
      document.table("rows", columns: [Column("budget", "BUDGET", confidential: .business)], rows: [[cell]])
      return shape.fault(in: document)
    }
    #expect(fault(.cell(.text), .text("main"), readers: [.operator]) == nil)
    #expect(
      fault(.cell(.text), .text("main"), readers: [.operator, .user])?.contains("'budget' may be withheld") == true)
    #expect(fault(.list(of: .text), .texts(["main"]), readers: [.user])?.contains("'budget' may be withheld") == true)
    #expect(fault(.cell(.text).orNull, .text("main"), readers: [.operator, .user]) == nil)
    #expect(fault(.list(of: .text).orNull, .texts(["main"]), readers: [.user]) == nil)
    #expect(fault(.cell(.id), .identifier("bud_1"), readers: [.user]) == nil)
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
