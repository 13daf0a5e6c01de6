import QixCommands
import QixDefinitions
import QixFormats
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Rewards

/// A whole catalogue, in and out.
@Suite struct CatalogueImportTests {
  private static let sample = "\(CatalogueStoryTests.data)/rewards.csv"

  @Test func theSampleComesInAndGoesOutAgain() throws {
    try CatalogueStage.with { stage in
      let before = try stage.home.contents()
      try stage.done("reward import \(Self.sample) --dry-run")
      #expect(try stage.home.contents() == before)
      let answer = try stage.json("reward import \(Self.sample)")
      #expect(answer["added"]?.integer == 8)
      #expect(try stage.standing("mug")?.posted == 250)
      #expect(try stage.standing("machine")?.posted == 1)
      #expect(try stage.standing("coffee") == nil)
      #expect(try stage.reward("cruise-ten").delivery == .raffle(name: "river-cruise", tickets: 10))
      try stage.verify()
      for format in ["csv", "json-lines"] {
        let file = try stage.done("reward export --format \(format)")
        // What it is already is no change, and nothing is written but that somebody has looked.
        let again = try JSONValue(parsing: try stage.done("reward import - --update --json", input: file))
        #expect(again["same"]?.integer == 8, "\(format): \(again.text())")
        #expect(again["changed"]?.integer == 0)
        try CatalogueStage.with { other in
          try other.done("reward import -", input: file)
          #expect(try other.done("reward export --format \(format)") == file)
        }
      }
    }
  }

  /// A group would have to remember all pages that it touches, and one of ten thousand lines was too large for that.
  @Test func firstPiecesAreOneBlockAndNoGroup() throws {
    try CatalogueStage.with { stage in
      let lines = (1...50).map { #"{"name":"r\#($0)","brand":"Alba","title":"R","delivery":"goods","stock":\#($0)}"# }
      try stage.done("reward import -", input: lines.joined(separator: "\n"))
      let counts = try stage.home.database.read { connection in
        try connection.first(
          """
          SELECT count(*), count(linked), (SELECT count(*) FROM coins_blocks), (SELECT sum(transfers) FROM coins_blocks)
          FROM coins_transfers
          """
        ) { row in (0..<4).map { row.integer($0) } }
      }
      #expect(counts == [50, 0, 1, 50])
      #expect(try stage.standing("r50")?.posted == 50)
      try stage.done("coins verify")
      try stage.done("db check")
    }
  }

  @Test func everyFaultIsNamedByLineAndColumnAndNothingComesIn() throws {
    try CatalogueStage.with { stage in
      try stage.done("reward create taken --brand A --title B --delivery goods")
      try stage.refused("reward import -", 2, "rewards.faulty", input: Self.faulty)
      try expectGolden(try stage.home.qix("reward import -", input: Self.faulty).errors, "faulty-lines.txt")
      // The two lines that are fine come in where that is asked for.
      let outcome = try stage.home.qix("reward import - --keep-going", input: Self.faulty)
      #expect(outcome.exitCode == 2)
      #expect(outcome.output.contains("added"))
      #expect(try stage.home.count("rewards_rewards") == 3)
      #expect(try stage.reward("fine").title == "Fine; and more")
    }
  }

  private static let faulty = """
    Name;brand;Title;delivery;price;time zone;END
    fine;Alba;"Fine; and more";goods;5;;
    Faulty;Alba;Mug;goods;5;;
    nobody;;Mug;goods;5;;
    cheap;Alba;Mug;goods;1.000;Europe/Rome;2027-99-01
    fine;Alba;Twice;goods;5;;
    short;Alba
    taken;Alba;Mug;goods;5;;
    fine-too;Alba;"Two
    lines of a title";voucher:x;;;
    last;Alba;Mug;donation:Us;;;
    """

  @Test func namesThatAreTakenAreAConflict() throws {
    try CatalogueStage.with { stage in
      try stage.done("reward import \(Self.sample)")
      try stage.refused("reward import \(Self.sample)", 5, "rewards.name-taken")
      let outcome = try stage.home.qix("reward import \(Self.sample) --keep-going --json")
      #expect(outcome.exitCode == 5)
      #expect(try JSONValue(parsing: outcome.errors)["error"]?["code"]?.string == "rewards.some-refused")
    }
  }

  @Test func jsonLinesSayTheSame() throws {
    try CatalogueStage.with { stage in
      let lines = """
        {"name": "a", "brand": "Alba", "title": "A", "delivery": "goods", "price": 3, "stock": 7, "conditions": ["x:y"]}

        {"name": "b", "brand": "Alba", "title": "B", "delivery": "voucher:b", "note": "passed over"}
        """
      try stage.done("reward import -", input: lines)
      #expect(try stage.reward("a").conditions == ["x:y"])
      #expect(try stage.standing("a")?.posted == 7)
      let message = try stage.refused(
        "reward import -", 2, "rewards.faulty",
        input: #"{"name": "c", "brand": "Alba", "title": "C", "delivery": "goods", "price": "3"}"# + "\n"
          + #"{"name": "d", "brand": "Alba", "title": "D", "delivery": "goods", "prize": 3}"# + "\n[1]\n"
          + #"{"name": "e", "name": "e"}"#)
      #expect(message.contains("line 1, column 67 (price)"), "\(message)")
      #expect(message.contains("line 2, column 67 (prize)"), "\(message)")
      #expect(message.contains("line 3"), "\(message)")
      #expect(message.contains("line 4"), "\(message)")
      // What is shown as an example is one: it comes in as it stands there.
      let example = try #require(message.firstMatch(of: /such as (\{.*?\})/)).1
      try stage.done("reward import -", input: "\(example)\n")
    }
  }

  @Test func aHeaderWithAnotherColumnIsRefused() throws {
    try CatalogueStage.with { stage in
      let message = try stage.refused(
        "reward import -", 2, "rewards.faulty", input: "name,brand,title,delivery,prize\na,A,T,goods,3\n")
      #expect(message.contains("'price'"))
      try stage.refused("reward import -", 2, "records.empty", input: "")
      try stage.refused("reward import /nowhere/rewards.csv", 3, "input.missing")
      // A header alone is a catalogue of nothing.
      try stage.done("reward import -", input: "name,brand,title,delivery,note\n")
    }
  }

  @Test func anUpdateSaysWhatARewardIsFromNowOn() throws {
    try CatalogueStage.with { stage in
      try stage.done("reward import \(Self.sample)")
      try stage.done("reward publish mug mug-and-coins")
      stage.home.clock.advance(byMicroseconds: Timestamp.day)
      let header = "name,brand,title,delivery,price,stock\n"
      try stage.done(
        "reward import - --update", input: header + "mug,Alba,The red mug,goods,950,counted\nnew,Alba,New,goods,1,3\n")
      let mug = try stage.reward("mug")
      #expect(mug.title == "The red mug")
      #expect(mug.limits == Reward.Limits())
      #expect(mug.state == .published)
      #expect(try stage.standing("mug")?.posted == 250)
      let prices = try stage.home.database.read { try RewardStore($0).prices(of: mug.id) }
      #expect(prices.coins(at: CatalogueStage.now) == 900)
      #expect(prices.coins(at: stage.home.clock.now()) == 950)
      // What users rely on can't be turned over by a line of a file.
      for line in [
        "mug,Alba,Mug,voucher:mug,950,", "mug,Alba,Mug,goods,950,10", "mug,Alba,Mug,goods,950,unlimited",
      ] {
        try stage.refused("reward import - --update", 2, "rewards.faulty", input: header + line)
      }
      try stage.done("reward retire mug --yes")
      try stage.refused(
        "reward import - --update", 2, "rewards.faulty", input: header + "mug,Alba,Back,goods,950,counted\n")
    }
  }

  /// A price list without the other columns takes limits and costs away, which nobody means: it is said, also by a trial.
  @Test func whatAnUpdateChangesAndTakesAwayIsTold() throws {
    try CatalogueStage.with { stage in
      try stage.done("reward import \(Self.sample)")
      let list = "name,brand,title,delivery,price\nmug,Alba,The blue mug,goods,950\n"
      let before = try stage.home.contents()
      let trial = try stage.home.qix("reward import - --update --dry-run --json", input: list)
      #expect(try stage.home.contents() == before)
      let change = try #require(try JSONValue(parsing: trial.output)["changes"]?.array?.first)
      #expect(change["reward"]?.string == "mug")
      #expect(change["changed"]?.array?.contains(.string("price")) == true)
      #expect(change["taken_away"]?.array?.contains(.string("limit-per-user")) == true, "\(change.text())")
      #expect(try stage.done("reward import - --update --tsv", input: list).contains("added"))
      #expect(try stage.done("audit show --limit 1").contains("limit-per-user"))
      // The same again changes nothing and has nothing to tell.
      let again = try JSONValue(parsing: try stage.done("reward import - --update --json", input: list))
      #expect(again["changes"]?.array == [] && again["same"]?.integer == 1)
    }
  }

  /// The money beside the coins is no part of the redemption, so it stays what it was for those who have redeemed.
  @Test func whatIsPaidBesideTheCoinsStaysOnceSomebodyHasRedeemed() throws {
    try CatalogueStage.with { stage in
      let header = "name,brand,title,delivery,price,stock,copayment\n"
      func line(_ money: String) -> String { "\(header)mug,Alba,Mug,goods,10,counted,\(money)\n" }
      try stage.done("reward import -", input: line("4.50 EUR"))
      try stage.done("reward stock mug --add 5")
      try stage.done("reward publish mug")
      try stage.done("reward import - --update", input: line("4.00 EUR"))
      try stage.done("user create --external-id ada")
      try stage.done("coins issue --to ada --amount 50")
      let redeemed = try stage.json("reward redeem mug --user ada --quantity 3")
      #expect(redeemed["copayment"]?.string == "12.00 EUR", "for three, not for one")
      try stage.refused("reward import - --update", 2, "rewards.faulty", input: line("5.00 EUR"))
      try stage.refused("reward import - --update", 2, "rewards.faulty", input: line(""))
      try stage.done("reward import - --update", input: line("4.00 EUR"))
    }
  }

  /// One mistake in a hundred lines is named in each, and how to mend it once.
  @Test func aRemedyIsSaidOnce() throws {
    try CatalogueStage.with { stage in
      let rows = (1...100).map { "r\($0),Alba,Mug,goods,10,31.12.2027,UTC" }
      let message = try stage.refused(
        "reward import -", 2, "rewards.faulty",
        input: (["name,brand,title,delivery,price,end,time-zone"] + rows).joined(separator: "\n"))
      #expect(message.split(separator: "'31.12.2027'").count == 101)
      #expect(message.split(separator: "2027-06-01T20:00").count == 2)
    }
  }

  @Test func aListOfObjectsIsNoJSONLines() throws {
    try CatalogueStage.with { stage in
      try stage.refused(
        "reward import -", 2, "records.json", input: #"[{"name":"a","brand":"Alba","title":"A","delivery":"goods"}]"#)
    }
  }

  @Test func noCellIsAFormula() throws {
    try CatalogueStage.with { stage in
      let titles = ["=HYPERLINK(1)", "+1", "-1", "@SUM(A1)", "'=1", "''@x", "'plain", "plain", "a=b"]
      for (index, title) in titles.enumerated() {
        try stage.done(["reward", "create", "r\(index)", "--brand=Alba", "--title=\(title)", "--delivery=goods"])
      }
      let file = try stage.done("reward export")
      var reader = try RecordReader(source: .bytes(Array(file.utf8)), name: "export", format: .csv)
      let title = reader.column(named: "title")
      let column = try #require(title)
      var cells: [String] = []
      while try reader.next() { cells.append(reader.text(column) ?? "") }
      #expect(cells.count == titles.count)
      #expect(cells.allSatisfy { !"=+-@".contains($0.first ?? " ") }, "\(cells)")
      try CatalogueStage.with { other in
        try other.done("reward import -", input: file)
        for (index, title) in titles.enumerated() { #expect(try other.reward("r\(index)").title == title) }
      }
    }
  }

  /// Whatever a file holds, it comes in whole or not at all, and nobody sees a trap.
  @Test func noFileTurnsTheCatalogueOver() throws {
    let seed = Seed(for: "noFileTurnsTheCatalogueOver")
    var generator = SeededGenerator(seed)
    let lines = """
      {"name":"a","brand":"Alba","title":"A","delivery":"raffle:r:3","price":3,"conditions":["x:y"],"hold-for":"P1D"}
      {"name":"b","brand":"Alba","title":"B","delivery":"goods","stock":4,"end":"2027-06-01","time-zone":"Europe/Rome"}
      """
    let table = "name,brand,title,delivery,price,stock,end,time-zone\na,Alba,\"A, b\",goods,5,3,2027-06-01,UTC\n"
    let junk = Array(",;\"'{}[]:=\n\r\t\\0123456789abc-+.eE\u{0}".utf8) + [0xC3, 0xFF, 0xE2]
    try CatalogueStage.with { stage in
      let before = try stage.home.contents()
      for round in 0..<150 {
        var bytes = Array((round % 2 == 0 ? lines : table).utf8)
        for _ in 0..<Int.random(in: 1...6, using: &generator) {
          let place = Int.random(in: 0..<bytes.count, using: &generator)
          switch Int.random(in: 0..<3, using: &generator) {
          case 0: bytes[place] = junk.randomElement(using: &generator) ?? 0
          case 1: bytes.remove(at: place)
          default: bytes.insert(junk.randomElement(using: &generator) ?? 0, at: place)
          }
        }
        let outcome = try stage.home.qix("reward import - --dry-run", input: String(decoding: bytes, as: UTF8.self))
        #expect([0, 2].contains(outcome.exitCode), "\(seed), round \(round): \(outcome.errors)")
      }
      #expect(try stage.home.contents() == before, "\(seed)")
    }
  }
}
