import QixCommands
import QixTerminal
import QixTesting
import Testing

@testable import Coins

/// Files as the accounts department has them: other headers, dates and numbers, said and never guessed.
@Suite struct ShapeTests {
  private static let german = """
    Kundennummer;Betrag;Gültig bis;Tag
    ada;1.000;30.06.2027;01.01.2027
    bo;5,00;;1.1.2027
    cy;"12";31.12.2027;02.01.2027

    """
  private static let map = [
    "--map", "user=kundennummer", "--map", "amount=Betrag", "--map", "expires=Gültig bis", "--map", "at=Tag",
  ]

  private func issue(_ shop: Shop, _ text: String, _ options: [String]) throws -> BatchOutcome {
    let path = try shop.file("grants.csv", text)
    return try BatchOutcome(shop.home.qix(["coins", "issue", "--file", path] + options + ["--json"]))
  }

  /// The hint of a fault names the option that mends exactly that, with what it would read.
  @Test(arguments: [
    ("Kunde,amount\nada,5\n", "--map user=HEADER"), ("user,Betrag\nada,5\n", "--map amount=HEADER"),
    ("user,amount\nada,\"1,500\"\n", "--decimal . reads it as 1500"),
    ("user,amount\nada,\"1.500,00\"\n", "--decimal , reads it as 1500"),
    ("user,amount,expires\nada,5,30.06.2027\n", "--date-format"),
    ("user,amount,expiry\nada,5,2027-06-30\n", "--map expires='expiry'"),
  ])
  func aFaultNamesTheOptionThatMendsIt(file: String, option: String) throws {
    try Shop.with { shop in
      let outcome = try issue(shop, file, [])
      #expect(outcome.exitCode == 2 && outcome.errors.contains(option), "\(outcome.errors)")
      // Nothing is promised that wouldn't help.
      let half = try issue(shop, "user,amount\nada,1.55\n", [])
      #expect(!half.errors.contains("--decimal"), "\(half.errors)")
    }
  }

  @Test func aFileOfAnotherShapeIsReadAsItIsSaid() throws {
    try Shop.with { (shop: Shop) throws in
      let shape = Self.map + ["--date-format", "d.M.yyyy", "--decimal", ","]
      let outcome = try issue(shop, Self.german, shape)
      #expect(outcome.counts == [3, 0, 0, 1_017], "\(outcome.errors)")
      #expect(
        try shop.rows(
          """
          SELECT amount, datetime(at / 1000000, 'unixepoch'), datetime(expires_at / 1000000, 'unixepoch')
          FROM coins_transfers ORDER BY transfer
          """, columns: 3) == [
            "1000|2027-01-01 00:00:00|2027-07-01 00:00:00", "5|2027-01-01 00:00:00|-",
            "12|2027-01-02 00:00:00|2028-01-01 00:00:00",
          ])
      // The same lines as qix writes them are the same batch.
      let plain =
        "user,amount,expires,at\nada,1000,2027-06-30,2027-01-01\nbo,5,,2027-01-01\n"
        + "cy,12,2027-12-31,2027-01-02\n"
      #expect(try issue(shop, plain, []).message.hasPrefix("all 3 lines of "))
    }
  }

  @Test func aFaultNamesTheHeaderOfTheFile() throws {
    try Shop.with { (shop: Shop) throws in
      let shape = Self.map + ["--date-format", "dd.MM.yyyy", "--decimal", ","]
      for (text, words) in [
        ("ada;5,50;;", "Betrag (B): the amount is not a whole number"),
        ("ada;1.00;;", "Betrag (B): the amount is not a whole number"),
        ("ada;,5;;", "Betrag (B): the amount is not a whole number"),
        ("ada;1.0000;;", "Betrag (B): the amount is not a whole number"),
        ("ada;4,9E+11;;", "Betrag (B): the amount has an exponent"),
        ("ada;5;2027-06-30;", "Gültig bis (C): 'expires' doesn't match --date-format"),
        (
          "ada;5;31.02.2027;",
          "Gültig bis (C): 'expires' matches --date-format, dd.MM.yyyy, but that day doesn't exist"
        ), ("ada;5;1.1.2027;", "Gültig bis (C): 'expires'"),
        ("ada;5;;06/30/2027", "Tag (D): 'at' doesn't match"), ("eve;5;;", "Kundennummer (A): there is no user 'eve'"),
      ] {
        let outcome = try issue(shop, "Kundennummer;Betrag;Gültig bis;Tag\n\(text)\n", shape)
        #expect(outcome.exitCode != 0 && outcome.message.contains("line 2, \(words)"), "\(text): \(outcome.errors)")
      }
      // A period is one in any form of dates.
      #expect(
        try issue(shop, "Kundennummer;Betrag;Gültig bis;Tag\nada;5;P12M;\n", shape).counts == [1, 0, 0, 5])
    }
  }

  @Test(arguments: [
    (["--map", "user"], 2, "'user' is not COLUMN=HEADER"), (["--map", "usr=Kunde"], 2, "there is no column 'usr'"),
    (["--map", "user=a", "--map", "user=b"], 2, "names the column 'user' twice"),
    (["--map", "user=a", "--map", "amount=A"], 2, "names the header 'A' twice"),
    (["--map", "key=Nummer"], 2, "there is no header 'Nummer'"),
    (["--map", "user=amount"], 2, "names 'amount' twice"),
    (["--date-format", "DD.MM.YYYY"], 2, "'DD' is not part of a date pattern"),
    (["--date-format", "dd.MM"], 2, "has no full date"), (["--date-format", "yyyy-MM-dd HH"], 2, "has no full date"),
    (["--date-format", "yyyy-MM-dd-dd"], 2, "or one part twice"), (["--decimal", ";"], 2, "--decimal"),
  ])
  func whatContradictsItselfIsRefused(options: [String], code: Int32, words: String) throws {
    try Shop.with { (shop: Shop) throws in
      let outcome = try issue(shop, "user,amount\nada,5\n", options)
      #expect(outcome.exitCode == code, "\(outcome.errors)")
      if options != ["--map", "user=amount"] { #expect(outcome.message.contains(words), "\(outcome.message)") }
      #expect(try shop.transfers == 0)
    }
  }

  @Test func withoutAFileTheyMeanNothing() throws {
    try Shop.with { (shop: Shop) throws in
      for options in ["--map user=a", "--date-format dd.MM.yyyy", "--decimal ,", "--batch x", "--again"] {
        let outcome = try shop.home.qix("coins issue --to ada --amount 1 \(options)")
        #expect(outcome.exitCode == 2 && outcome.errors.contains("is only for a batch"), "\(outcome.errors)")
      }
    }
  }

  @Test func keysOfObjectsAreMappedToo() throws {
    try Shop.with { (shop: Shop) throws in
      let text = "{\"Kunde\":\"ada\",\"amount\":5}\n{\"amount\":6,\"Kunde\":\"bo\"}\n"
      #expect(try issue(shop, text, ["--map", "user=Kunde"]).counts == [2, 0, 0, 11])
      let american = "user,amount,at\nada,\"1,000\",1/2/2027 13:05\n"
      let outcome = try issue(shop, american, ["--decimal", ".", "--date-format", "M/d/yyyy HH:mm", "--batch", "us"])
      #expect(outcome.counts == [1, 0, 0, 1_000], "\(outcome.errors)")
      #expect(
        try shop.rows(
          "SELECT datetime(at / 1000000, 'unixepoch') FROM coins_transfers ORDER BY transfer DESC LIMIT 1") == [
            "2027-01-02 13:05:00"
          ])
    }
  }
}
