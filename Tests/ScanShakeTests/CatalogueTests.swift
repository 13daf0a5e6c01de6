import QixCommands
import QixFormats
import QixKernel
import QixShake
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import ScanShake

/// The catalogue says what it has done, and changes nothing else.
@Suite struct CatalogueTests {
  private static let faulty = "gtin,name\n4006381333931,Pen\n4006381333932,Bad\n12,Bad\n96385074,\n"

  @Test(arguments: [false, true])
  func everyFaultIsCounted(_ isDryRun: Bool) throws {
    try TestHome.initialised { home in
      let words = "product import -" + (isDryRun ? " --dry-run" : "")
      let outcome = try home.qix(words + " --json", input: Self.faulty)
      #expect(
        outcome.exitCode == 2
          && outcome.errors.contains(
            """
            3 lines can't be imported; line 3
            """),
        "\(outcome.errors)")
      let page = try JSONValue(parsing: outcome.output)
      #expect(page["faults"]?.array?.count == 3 && page["products"] == 0, "\(outcome.output)")
      #expect(try home.qix("product show 4006381333931").exitCode == 3)
      let kept = try home.qix(words + " --keep-going --json", input: Self.faulty)
      #expect(try JSONValue(parsing: kept.output)["added"] == 1, "\(kept.output)")
      #expect(try home.qix("product show 4006381333931").exitCode == (isDryRun ? 3 : 0))
    }
  }

  /// What would be passed over and was meant otherwise changes nothing; the rest is named.
  @Test func columnsThatNobodyAskedForAreSaid() throws {
    try TestHome.initialised { home in
      let gtin = "4006381333931"
      for (text, column, meant) in [
        ("gtin,name,coin\n\(gtin),Pen,7\n", "coin", "coins"),
        ("gtin,name,Categorie\n\(gtin),Pen,pens\n", "Categorie", "category"),
        (#"{"gtin":"\#(gtin)","nmae":"Pen"}"#, "nmae", "name"),
      ] {
        let outcome = try home.qix("product import - --keep-going --json", input: text)
        #expect(outcome.exitCode == 2 && outcome.errors.contains("scanshake.column-mistyped"), "\(outcome.errors)")
        #expect(outcome.errors.contains("'\(column)'") && outcome.errors.contains("did you mean '\(meant)'"))
        #expect(try home.qix("product show \(gtin)").exitCode == 3)
      }
      let other = try home.qix("product import -", input: "gtin,name,Price,DATE\n\(gtin),Pen,1.99,4\n")
      #expect(other.exitCode == 0 && other.errors.contains("'Price', 'DATE'"), "\(other.errors)")
      #expect(try home.qix("product show \(gtin)").exitCode == 0)
    }
  }

  /// Blanks at the ends of a text, as spreadsheets and pasting leave them, are no part of it, whichever way it comes in.
  @Test func blanksAtTheEndsAreNoPartOfAProduct() throws {
    try TestHome.initialised { home in
      let gtin = "4006381333931"
      _ = try home.qix(["product", "add", gtin, "--name", " Pen\t", "--brand", "  "])
      let page = try JSONValue(parsing: home.done("product show \(gtin) --json"))
      #expect(page["name"] == "Pen" && page["brand"]?.string == nil, "\(page)")
      let again = try home.done("product import - --json", input: "gtin,name\n \(gtin) ,\" Pen \"\n")
      #expect(try JSONValue(parsing: again)["changed"] == 0 && JSONValue(parsing: again)["products"] == 1, "\(again)")
      let serials = try home.done("product serial import - --json", input: "gtin,serial\n\(gtin) , A1 \n")
      #expect(serials.contains("\"added\": 1"), "\(serials)")
      // An error of a spreadsheet takes no good name's place.
      let spoiled = try home.qix("product import - --json", input: "gtin,name\n\(gtin),#N/A\n")
      #expect(
        spoiled.exitCode == 2 && spoiled.errors.contains("an error value of a spreadsheet"), "\(spoiled.errors)")
      #expect(try JSONValue(parsing: home.done("product show \(gtin) --json"))["name"] == "Pen")
    }
  }

  /// A campaign in which nothing can be scanned is told of when it starts, and by the doctor.
  @Test func anEmptyCatalogueIsSaid() throws {
    try TestHome.initialised { home in
      try home.done(
        "campaign create summer --brand A --title T --start 2026-12-01 --end 2027-03-01 --time-zone UTC --shake scan --award fixed:1"
      )
      try home.done("campaign fund summer --amount 10")
      let started = try home.qix("campaign start summer")
      #expect(started.exitCode == 0 && started.errors.contains("product catalogue is empty"), "\(started.errors)")
      #expect(try home.qix("doctor").output.contains("the catalogue is empty"))
      try home.done("product add 4006381333931 --name Pen")
      #expect(try !home.qix("doctor").output.contains("the catalogue is empty"))
    }
  }

  @Test func aProductIsDescribedOnceInAFile() throws {
    try TestHome.initialised { home in
      let twice = "gtin,name\n4006381333931,Pen\n04006381333931,Pencil\n4006381333931,Pen\n"
      let outcome = try home.qix("product import -", input: twice)
      #expect(outcome.exitCode == 2 && outcome.errors.contains("line 2 describes the product"), "\(outcome.errors)")
      let same = "gtin,name\n4006381333931,Pen\n4006381333931,Pen\n"
      let page = try JSONValue(parsing: home.done("product import - --json", input: same))
      #expect(page["products"] == 1 && page["added"] == 1)
      let again = try JSONValue(parsing: home.done("product import - --json", input: same))
      #expect(again["products"] == 1 && again["added"] == 0 && again["changed"] == 0)
    }
  }

  @Test func whatIsNotNamedStays() throws {
    try TestHome.initialised { home in
      let gtin = "4006381333931"
      func shown() throws -> JSONValue { try JSONValue(parsing: home.done("product show \(gtin) --json")) }
      _ = try home.done("product add \(gtin) --name Pen --brand Acme --category pens --coins 7")
      let before = try shown()
      home.clock.advance(byMicroseconds: Timestamp.day)
      let added = try JSONValue(parsing: home.done("product add \(gtin) --name Pencil --json"))
      let after = try shown()
      #expect(after["name"] == "Pencil" && added["added"] == before["added"])
      for key in ["brand", "category", "coins", "added"] { #expect(after[key] == before[key], "\(key)") }
      _ = try home.done("product import -", input: "gtin,name,category\n\(gtin),Crayon,\n")
      #expect(try shown()["name"] == "Crayon" && shown()["coins"] == 7 && shown()["category"] == .null)
      #expect(try home.qix(["product", "add", gtin, "--name", "Crayon", "--coins", ""]).exitCode == 0)
      #expect(try shown()["coins"] == .null)
    }
  }

  @Test func anEmptyListSaysWhy() throws {
    try TestHome.initialised { home in
      let counter = try Counter(home)
      #expect(try home.qix("scan list").errors.contains("No scan has counted"))
      #expect(try counter.word(Counter.ean("4006381333931")) == "accepted")
      #expect(try !home.qix("scan list --review waiting").errors.contains("No scan has counted"))
    }
  }

  /// A refusal is shown to customers: no command of the operator's stands in it.
  @Test func aRefusalNamesNoCommand() throws {
    for refusal in [
      ScanRefusal.noCode, ScanRefusal.hadAlready, ScanRefusal.unknownProduct, ScanRefusal.tooSoon,
      ScanRefusal.serialUsed,
    ] {
      let error = Failure(refusal)
      #expect(!"\(error.description) \(error.hint ?? "")".contains("qix "))
    }
  }
}
