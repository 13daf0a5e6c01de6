import QixKernel
import QixTesting
import Testing

@testable import QixCommands
@testable import QixTerminal

/// One list of fields makes the declared shape of an answer, and the answer in every format.
@Suite struct FieldTests {
  private struct Hold: Sendable {
    let name: String
    var failed = false
  }

  private struct Wallet: Sendable {
    var user = "usr_1"
    var standing = "active"
    var balance: Int64 = 1_250
    var owed: Int64?
    var until: Timestamp?
    var key: String? = "k-1"
    var factor = "1.5"
    var tags: [String] = ["a", "b"]
    var limits: Int64?
    var holds: [Hold] = []
    var moves: [Hold] = [Hold(name: "issue")]

    static let hold: [Field<Hold>] = [
      Field("hold", .text) { $0.name },
      Field(optional: "failed", .boolean, shown: { $0.failed }) { $0.failed },
    ]
    static let fields: [Field<Wallet>] = [
      Field("user", .id) { $0.user },
      Field(optional: "standing", .text, shown: { $0.standing != "active" }) { $0.standing },
      Field("balance", .coins) { $0.balance },
      Field(optional: "owed", .coins, "still owed") { $0.owed },
      Field("until", .time, "GOOD UNTIL") { $0.until },
      Field("key", .text, for: .key) { $0.key },
      Field("factor", .figure.orNull) { $0.factor },
      Field("tags", .texts()) { $0.tags },
      Field("more", .boolean, shown: { _ in false }) { _ in true },
      Field("moves", rows: hold, title: "Moves", place: .last) { $0.moves },
      Field("holds", rows: hold, title: "Held", none: nil) { $0.holds },
      Field(optional: "limits", object: [Field("all", .integer) { $0 }], title: "Limits") { $0.limits },
    ]
  }

  private func emit(_ wallet: Wallet, _ format: OutputFormat) throws -> String {
    var globals = GlobalOptions()
    globals.format = format
    return try TestTerminal().capture(globals) {
      try Document("wallet.show/1", Wallet.fields, of: wallet).emit(to: $0)
    }.output
  }

  @Test func theShapeFollows() throws {
    let members = """
      user id, standing? text, balance coins, owed? coins, until time?, key text?, factor text?, tags text*, \
      moves [hold text, failed? boolean], holds [hold text, failed? boolean], limits? {all integer}
      """
    #expect("\(try AnswerShape("wallet.show/1", Wallet.fields).answers()[0])" == "wallet.show/1: \(members)")
    let either = AnswerShape("a.list/1", "holds", rows: Wallet.hold) | AnswerShape("b.none/1", [Field<Never>]())
    #expect(try either.answers().map { "\($0)" } == ["a.list/1: holds [hold text, failed? boolean]", "b.none/1: "])
  }

  /// Shapes that shipped in another order keep it.
  @Test func membersCanBeDeclaredLast() throws {
    let shape = AnswerShape("wallet.show/1", Wallet.fields, last: ["until", "balance"])
    let keys = try shape.answers()[0].members.map(\.key)
    #expect(
      keys == ["user", "standing", "owed", "key", "factor", "tags", "moves", "holds", "limits", "until", "balance"])
  }

  @Test func aKeyIsThereOnce() {
    let twice = [Field<Wallet>("user", .id) { $0.user }, Field<Wallet>("user", .text) { $0.user }]
    #expect(throws: AnswerShape.Fault.self) { try AnswerShape("a.b/1", twice).answers() }
  }

  @Test func theAnswerIsWhatIsDeclared() {
    let shape = AnswerShape("wallet.show/1", Wallet.fields)
    for wallet in [Wallet(), Wallet(owed: 5, key: nil, limits: 3, holds: [Hold(name: "a", failed: true)])] {
      #expect(shape.fault(in: Document("wallet.show/1", Wallet.fields, of: wallet)) == nil)
    }
  }

  @Test func nullabilityFollowsTheClosureUnlessTheTypeSaysIt() {
    func member<Value>(_ type: FieldType<Value>, _ value: @escaping @Sendable (Wallet) -> Value?) -> Bool? {
      Field<Wallet>("x", type) { value($0) }.member.isNullable
    }
    #expect(Field<Wallet>("x", .text) { $0.user }.member.isNullable == false)
    #expect(Field<Wallet>("x", .text, for: .key) { $0.user }.member.isNullable == true)
    #expect(Field<Wallet>("x", .text.orNull) { $0.user }.member.isNullable == true)
    #expect(member(.coins) { $0.owed } == true)
    #expect(member(.coins.promised) { $0.owed } == false)
  }

  @Test func aMemberMayBeNullOrLeftOut() throws {
    let hint = Field<Wallet>(optional: "hint", .cell(.text).orNull) { wallet in wallet.key.map { _ in .missing } }
    #expect(AnswerShape.Member.text([hint.member]) == "hint? text?")
    #expect(Document("a.b/1", [hint], of: Wallet()).json().contains("\"hint\": null"))
    #expect(!Document("a.b/1", [hint], of: Wallet(key: nil)).json().contains("hint"))
  }

  @Test func programsHaveWhatAPersonIsNotShown() throws {
    let json = try emit(Wallet(), .json)
    for part in [
      #""standing": "active""#, #""balance": 1250"#, #""until": null"#, #""more": true"#, #""holds": []"#,
      #"{"hold": "issue", "failed": false}"#,
    ] {
      #expect(json.contains(part), "\(part) in \(json)")
    }
    #expect(!json.contains("owed") && !json.contains("limits"))
    // TSV is the first table, wherever a person reads it.
    #expect(try emit(Wallet(holds: [Hold(name: "b")]), .tsv) == "hold\tfailed\nissue\tfalse\n")
  }

  @Test func aPersonReadsWhatMatters() throws {
    #expect(
      try emit(Wallet(), .human) == """
        user        usr_1
        balance     1,250
        good until  -
        key         k-1
        factor      1.5
        tags        a, b

        Moves
        HOLD
        issue

        """)
    #expect(
      try emit(
        Wallet(standing: "erased", owed: 5, limits: 3, holds: [Hold(name: "h", failed: true), Hold(name: "i")]), .human)
          == """
          user        usr_1
          standing    erased
          balance     1,250
          still owed  5
          good until  -
          key         k-1
          factor      1.5
          tags        a, b

          Held
          HOLD  FAILED
          h     yes
          i     no

          Limits
          all  3

          Moves
          HOLD
          issue

          """)
  }

  @Test func aTableAsideLeavesTheLinesToTheFields() throws {
    let fields: [Field<Wallet>] = [
      Field("balance", .coins) { $0.balance },
      Field("moves", rows: Wallet.hold, place: .aside) { $0.moves },
    ]
    func emit(_ format: OutputFormat) throws -> String {
      var globals = GlobalOptions()
      globals.format = format
      return try TestTerminal().capture(globals) { try Document("a.b/1", fields, of: Wallet()).emit(to: $0) }.output
    }
    #expect(try emit(.tsv) == "balance\t1250\n")
    #expect(try emit(.csv) == "balance,1250\r\n")
    #expect(try emit(.json).contains("issue"))
    #expect(try emit(.human).contains("issue"))
  }

  /// What a person reads in front of a value, or above a table, may depend on what is there.
  @Test func aTitleMayFollowTheRow() {
    let fields: [Field<Wallet>] = [
      Field("balance", .coins) { $0.balance }.labelled { "balance of \($0.user)" },
      Field("moves", rows: Wallet.hold, title: "Moves") { $0.moves }.labelled { "\($0.moves.count) moves" },
    ]
    let document = Document("a.b/1", fields, of: Wallet())
    #expect(document.parts.first == .field(key: "balance", label: "balance of usr_1", .coins(1_250)))
    #expect(document.firstTable?.title == "1 moves")
  }

  @Test func proseIsReadBelow() throws {
    var document = Document("a.b/1", [Field<Wallet>("balance", .coins) { $0.balance }], of: Wallet())
    document.prose = "first\nsecond\u{1B}[31m"
    let text = try TestTerminal().capture(GlobalOptions()) { [document] in try document.emit(to: $0) }.output
    #expect(text.hasPrefix("balance  1,250\n\nfirst\nsecond"))
    #expect(!text.contains("\u{1B}"))
  }

  @Test func fieldsOfAPartKeepWhatTheyAre() throws {
    let fields = Wallet.fields.of { (row: (wallet: Wallet, count: Int)) in row.wallet }
    let parts = Document("a.b/1", fields, of: (wallet: Wallet(), count: 1))
    #expect(parts.json() == Document("a.b/1", Wallet.fields, of: Wallet()).json())
    #expect(fields.map(\.member) == Wallet.fields.map(\.member))
    #expect(parts.shown == Document("a.b/1", Wallet.fields, of: Wallet()).shown)
  }

  /// Numbers stand at the trailing edge, and so do those that are written as a text.
  @Test func columnsFollowTheType() {
    let columns = Wallet.fields.prefix(7).map(\.column)
    #expect(columns.map(\.alignment) == [.leading, .leading, .trailing, .trailing, .leading, .leading, .trailing])
    #expect(columns.map(\.title) == ["USER", "STANDING", "BALANCE", "STILL OWED", "GOOD UNTIL", "KEY", "FACTOR"])
    #expect(columns[5].datum == .key)
    #expect(Field<Wallet>("gtin", .text) { $0.user }.labelled("GTIN").label(Wallet()) == "GTIN")
    #expect(Field<Wallet>("x", .text) { $0.user }.aside.column.isAside)
    #expect(Field<Wallet>("x", .coins.leading) { $0.balance }.column.alignment == .leading)
  }

  @Test func eventsHaveTheMembers() {
    let members = Wallet.fields.prefix(6).compactMap { $0.member(of: Wallet()) }
    #expect(members.map(\.key) == ["user", "standing", "balance", "until", "key"])
    #expect(members[4].cell == .confidential(.key, .text("k-1")))
  }
}
