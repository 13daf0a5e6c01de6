import QixCommands
import QixDefinitions
import QixFormats
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Rewards

/// A reward from its first line to its end.
@Suite struct CatalogueStoryTests {
  @Test func aMugIsMadePricedFilledPublishedAndRetired() throws {
    try CatalogueStage.with { stage in
      #expect(try stage.home.qix("reward list").errors.contains("empty"))
      try expectGolden(
        try stage.done(
          "reward create mug --brand Alba --title 'The blue mug' --text '**Stoneware**, 30 cl.' --delivery goods "
            + "--picture https://alba.example.com/mug.jpg --end 2027-12-31 --time-zone Europe/Rome "
            + "--minimum-mode signed --limit-per-user 2 --copayment '1 EUR' --value '12.00 EUR' --cost '3.80 EUR'"),
        "create.txt")
      // Everything that stands between it and its users is named at once.
      try stage.refused("reward publish mug", 6, "rewards.not-ready")
      try expectGolden(try stage.home.qix("reward publish mug").errors, "not-ready.txt")
      try stage.done("reward price mug 900")
      try stage.done("reward stock mug --add 250")
      #expect(try stage.json("reward publish mug --dry-run")["dry_run"]?.bool == true)
      #expect(try stage.reward("mug").state == .draft)
      try stage.done("reward publish mug")
      #expect(try stage.reward("mug").state == .published)
      try stage.done("reward price mug --percent-off 15 --from 2027-02-01 --until 2027-02-28")
      try expectGolden(try stage.done("reward show mug"), "show.txt")
      try expectGolden(try stage.done("reward show mug --json"), "show.json")
      try expectGolden(try stage.done("reward list"), "list.txt")
      try stage.refused("reward publish mug", 5, "rewards.wrong-state")
      let outcome = try stage.home.qix("reward retire mug --confirm mug")
      try expectGolden(outcome.output + outcome.errors, "retire.txt")
      for line in ["reward retire mug --yes", "reward publish mug", "reward price mug 5", "reward stock mug --add 1"] {
        try stage.refused(line, 5, "rewards.wrong-state")
      }
      // What is left can still be taken off the books.
      try stage.done("reward stock mug --remove 250 --reason 'to charity'")
      #expect(try stage.standing("mug")?.posted == 0)
      try stage.verify()
    }
  }

  @Test func aDiscountForCoinsIsAVoucherWithItsSeries() throws {
    try TestHome.initialised(vault: true) { home in
      let stage = CatalogueStage(home: home)
      try stage.done(
        "reward create two-off --brand Alba --title '2.00 EUR off' --delivery voucher:two-off --price 100 "
          + "--value '2.00 EUR'")
      #expect(try stage.refused("reward publish two-off", 6, "rewards.not-ready").contains("two-off"))
      try stage.done(
        ["voucher", "generate", "two-off", "--on-demand", "--value", "2.00 EUR", "--title", "2.00 EUR off"])
      // What users are promised is what the till takes off.
      try stage.done(
        "reward create three-off --brand Alba --title '3.00 EUR off' --delivery voucher:two-off --price 100 "
          + "--value '3.00 EUR'")
      #expect(try stage.refused("reward publish three-off", 6, "rewards.not-ready").contains("3.00 EUR"))
      let series = try stage.json("reward show two-off")["series"]
      #expect(series?["value"]?.string == "2.00 EUR" && series?["exists"]?.bool == true)
      // Nobody's codes are looked at, so nobody needs the key.
      try stage.done("vault lock")
      try stage.done("reward publish two-off")
      #expect(try stage.standing("two-off") == nil)
    }
  }

  /// A draft may name what is yet to be made, and whoever has mistyped it is told.
  @Test func aNameThatIsNotThereIsPointedOut() throws {
    try TestHome.initialised(vault: true) { home in
      try home.done("voucher generate cake --on-demand --title Cake")
      func told(_ name: String, _ delivery: String) throws -> String {
        let outcome = try home.qix("reward create \(name) --brand Alba --title Cake --delivery \(delivery) --price 5")
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        return outcome.errors
      }
      #expect(try told("one", "voucher:cakes").contains("There is no series of vouchers 'cakes'. Create it with"))
      #expect(try told("two", "raffle:river").contains("There is no raffle 'river'"))
      #expect(try !told("three", "voucher:cake").contains("There is no"))
      let file = "name,brand,title,delivery\nfour,Alba,Cake,voucher:tarts\nfive,Alba,Cake,voucher:tarts\n"
      let imported = try home.qix("reward import -", input: file)
      #expect(imported.exitCode == 0, "\(imported.errors)")
      let lines = imported.errors.split(separator: "\n")
      #expect(lines.count(where: { $0.contains("no series of vouchers 'tarts'") }) == 1, "\(imported.errors)")
    }
  }

  /// Of a series that was made void nobody gets any, so nobody is told that they could.
  @Test func aVoidSeriesDeliversNothing() throws {
    try TestHome.initialised(vault: true) { home in
      let stage = CatalogueStage(home: home)
      for line in [
        "voucher generate cake --count 3 --title Cake", "user create --external-id ada",
        "coins issue --to ada --amount 9",
        "reward create cake --brand Alba --title Cake --delivery voucher:cake --price 5", "reward publish cake",
        "voucher void cake --confirm cake",
        "reward create tart --brand Alba --title Tart --delivery voucher:cake --price 5",
      ] {
        try stage.done(line)
      }
      #expect(try stage.json("reward list --for ada")["rewards"]?.array?.first?["can_redeem"]?.bool == false)
      #expect(try stage.done("doctor").contains("reward cake"))
      try stage.refused("reward publish tart", 6, "rewards.not-ready")
      #expect(try stage.json("reward report")["shelves"]?.integer == 0)
    }
  }

  @Test func aRaffleIsThereAndOpen() throws {
    try TestHome.initialised(vault: true) { home in
      let stage = CatalogueStage(home: home)
      try stage.done(
        "reward create cruise --brand Bosco --title 'A ticket' --delivery raffle:river:2 --price 50")
      try stage.refused("reward publish cruise", 6, "rewards.not-ready")
      try stage.done("raffle create river --winners 1")
      try stage.done("reward publish cruise --dry-run")
      try stage.done("user create --external-id ada")
      try stage.done("raffle enter river --user ada --idempotency-key first")
      try stage.done("raffle freeze river")
      try stage.refused("reward publish cruise", 6, "rewards.not-ready")
    }
  }

  @Test func aConditionThatNobodyJudgesIsNamed() throws {
    try CatalogueStage.with { stage in
      try stage.done(
        "reward create gift --brand Alba --title 'A gift' --delivery donation:Somebody --price 5 "
          + "--conditions nobody-knows:this")
      try stage.refused("reward publish gift", 6, "rewards.not-ready")
      let unknown = try stage.home.qix("reward publish gift").errors
      #expect(unknown.contains("nobody-knows") && unknown.contains("module"))
      // A tier that isn't there yet is another matter: the module is on.
      try stage.done(
        "reward create pin --brand Alba --title 'A pin' --delivery donation:Somebody --price 5 --conditions tier:gold")
      #expect(try stage.home.qix("reward publish pin").errors.contains("module") == false)
      try stage.done("tier create gold --from 500")
      try stage.done("reward publish pin")
    }
  }

  /// `show --file` prints what `create --file` takes, and that makes the same reward.
  @Test func aRewardIsMadeAnewFromItsFile() throws {
    try CatalogueStage.with { stage in
      try stage.done("reward create --file \(Self.data)/rewards/mug.json")
      let file = try stage.done("reward show mug --file -")
      try stage.done("reward create mug-2 --file -", input: file)
      #expect(try stage.done("reward show mug-2 --file -") == file.replacing("\"mug\"", with: "\"mug-2\""))
      #expect(try stage.standing("mug")?.posted == 250)
      #expect(try stage.standing("mug-2")?.posted == 0)
    }
  }

  @Test func strangersTextMovesNoTerminal() throws {
    try CatalogueStage.with { stage in
      // Controls are refused; marks that turn the order of letters are no controls, and are shown written out.
      try stage.refused(
        "reward create --file -", 2, "rewards.faulty",
        input: #"{"name": "a", "brand": "A", "title": "T", "delivery": "goods", "text": "\u001b]0;owned\u0007"}"#)
      try stage.done(
        "reward create --file -",
        input: #"{"name": "a", "brand": "A", "title": "T", "delivery": "goods", "text": "one\n\u202etwo"}"#)
      // Titles and brands have neither, nor are they made of what shows nothing.
      for (brand, title) in [("A", "T\u{202E}"), ("A\u{202E}", "T"), ("A", "\u{2800}"), ("\u{3164}", "T")] {
        try stage.refused(
          "reward create --file -", 2, "rewards.faulty",
          input: #"{"name": "b", "brand": "\#(brand)", "title": "\#(title)", "delivery": "goods"}"#)
      }
      let shown = try stage.done("reward show a")
      #expect(shown.hasSuffix("\none\n\\u{202E}two\n"))
      #expect(!shown.contains("\u{202E}"))
      #expect(try stage.json("reward show a")["text"]?.string == "one\n\u{202E}two")
    }
  }

  @Test func aRewardThatIsNotThereIsSearchedFor() throws {
    try CatalogueStage.with { stage in
      try stage.done("reward create coffee --brand Alba --title Coffee --delivery goods")
      for line in ["show", "stock", "price", "publish", "retire"] {
        #expect(try stage.refused("reward \(line) cofee", 3, "rewards.not-found").contains("coffee"))
      }
      try stage.refused("reward create coffee --brand A --title B --delivery goods", 5, "rewards.name-taken")
    }
  }

  @Test func aUserSeesWhatCanBeHadAndWhatStandsInTheWay() throws {
    try CatalogueStage.with { stage in
      try stage.done("user create --external-id ada")
      try stage.done("coins issue --to ada --amount 100")
      func make(_ name: String, _ more: String) throws {
        try stage.done("reward create \(name) --brand Alba --title T --delivery goods --stock 5 \(more)")
        try stage.done("reward publish \(name)")
      }
      try make("cheap", "--price 100")
      try make("dear", "--price 130")
      try make("later", "--price 1 --start 2027-02-01 --time-zone UTC")
      try make("pro-only", "--price 1 --minimum-mode pro")
      try make("last", "--price 1")
      try stage.done("reward stock last --remove 5 --reason gone")
      try make("once", "--price 10 --limit-per-user 1")
      try stage.done("reward create draft --brand Alba --title T --delivery goods --price 1")
      func rows() throws -> [String: (can: Bool, why: String)] {
        let rows = try stage.json("reward list --for ada")["rewards"]?.array ?? []
        return Dictionary(
          uniqueKeysWithValues: rows.map {
            ($0["reward"]?.string ?? "", ($0["can_redeem"]?.bool ?? false, $0["obstacle"]?.string ?? ""))
          })
      }
      let before = try rows()
      #expect(before.filter(\.value.can).keys.sorted() == ["cheap", "once"])
      #expect(before["dear"]?.why == "30 coins are missing")
      #expect(before["last"]?.why == "out of stock")
      #expect(before.count == 6 && before.allSatisfy { $0.value.can == $0.value.why.isEmpty })
      try stage.done("reward redeem once --user ada")
      let after = try rows()
      #expect(after.filter(\.value.can).isEmpty)
      #expect(after["cheap"]?.why == "10 coins are missing")
      let shown = try stage.json("reward show once")
      #expect(shown["redemptions"]?["held"]?.integer == 1)
      #expect(try stage.home.qix("reward retire once --confirm once").errors.contains("1 redemption is held"))
      try stage.refused("reward list --for nobody", 3, "identity.user-not-found")
    }
  }

  @Test func theDoctorFindsWhatUsersCanNotHave() throws {
    try CatalogueStage.with { stage in
      func findings() throws -> [String] {
        let report = try JSONValue(parsing: try stage.home.qix("doctor --json").output)
        return (report["findings"]?.array ?? []).compactMap { $0["check"]?.string }.filter { $0.hasPrefix("reward") }
      }
      try stage.done(
        "reward create mug --brand Alba --title Mug --delivery goods --price 5 --stock 1 --end 2027-02-01 "
          + "--time-zone UTC")
      try stage.done("reward publish mug")
      #expect(try findings() == ["rewards"])
      try stage.done("reward stock mug --remove 1 --reason broken")
      #expect(try findings() == ["reward mug"])
      stage.home.clock.advance(byMicroseconds: 40 * Timestamp.day)
      #expect(try findings() == ["reward mug", "reward mug"])
    }
  }

  static let data = "\(#filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined())/data"
}
