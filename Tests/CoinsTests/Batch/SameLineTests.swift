import QixCommands
import QixTerminal
import QixTesting
import Testing

@testable import Coins

/// Lines that say the same in another way than before are done once, whoever sends them and wherever they say it.
@Suite struct SameLineTests {
  /// What was an option may become a column of the next file, and the other way round.
  @Test(arguments: [
    (
      "user,amount\nada,50\n", "--expires 2027-06-30 --reason jan",
      "user,amount,expires,reason\nada,50,2027-06-30,jan\n", ""
    ),
    ("user,amount,reason\nada,50,jan\n", "--expires P1Y", "user,amount,expires,reason\nada,50,P1Y,jan\n", ""),
    ("user,amount,reason\nada,50,jan\n", "--expires P1Y", "user,amount,expires\nada,50,P1Y\n", "--reason jan"),
    ("user,amount,reason\nada,50,jan\n", "", "user,amount\nada,50\n", "--reason jan"),
    ("user,amount,expires,reason\nada,50,P1Y,jan\n", "", "user,amount,expires\nada,50,P1Y\n", "--reason jan"),
  ])
  func anOptionThatBecomesAColumnPaysNobodyTwice(
    first: String, options: String, second: String, otherOptions: String
  ) throws {
    try Shop.with { (shop: Shop) throws in
      #expect(try shop.issue(first, options, name: "jan.csv").exitCode == 0)
      let again = try shop.issue(second, otherOptions, name: "jan-full.csv")
      #expect(again.exitCode == 5 && again.code == "batch.between", "\(again.errors)")
      #expect(try shop.coins("ada") == 50)
      // Who says that it is another batch has it done.
      #expect(try shop.issue(second, "\(otherOptions) --batch february", name: "jan-full.csv").exitCode == 0)
    }
  }

  /// A text is the same however a program has saved it.
  @Test(arguments: [
    ("\"two\nlines\"", "\"two\r\nlines\""), ("caf\u{E9}", "cafe\u{301}"), ("x", "x "), ("", " "),
  ])
  func aTextThatWasSavedOtherwiseIsTheSame(one: String, other: String) throws {
    for column in ["note", "reason"] {
      try Shop.with { (shop: Shop) throws in
        #expect(try shop.issue("user,amount,\(column)\nada,5,\(one)\n", name: "a.csv").exitCode == 0)
        // The very file, saved anew, repeats nothing.
        let same = try shop.issue("user,amount,\(column)\nada,5,\(other)\n", "--continue a.csv", name: "a.csv")
        #expect(same.exitCode == 0 && same.counts == [0, 1, 0, 0], "\(column): \(same.errors)")
        let again = try shop.issue("user,amount,\(column)\nada,5,\(other)\n", name: "b.csv")
        #expect(again.exitCode == 5 && again.code == "batch.between", "\(column): \(again.errors)")
        #expect(try shop.coins("ada") == 5)
      }
    }
  }

  /// A batch that was done once more and whose answers got lost goes on under its line, and pays nobody a third time.
  @Test func whatIsDoneAgainIsAnsweredBeforeItIsOver() throws {
    try Shop.with { (shop: Shop) throws in
      let text = "user,amount\nada,5\nbo,6\n"
      _ = try shop.issue(text, name: "i.csv")
      let lost = try shop.issue(text, "--again --results /dev/full", name: "i.csv")
      #expect(lost.exitCode == 1 && lost.code == "coins.answers-lost", "\(lost.errors)")
      let results = "\(shop.home.path)/results"
      #expect(try shop.issue(text, "--again --results \(results)", name: "i.csv").counts == [0, 2, 0, 0])
      #expect(try [shop.coins("ada"), shop.coins("bo")] == [10, 12])
      // That was its end, so once more is another one.
      #expect(try shop.issue(text, "--again --results \(results)", name: "i.csv").counts == [2, 0, 0, 11])
    }
  }

  /// A program adds nothing to a batch of somebody else's, whatever name it gives, and learns nothing of it.
  @Test func anothersBatchIsAddedToByNobody() throws {
    try Shop.with { (shop: Shop) throws in
      try shop.done("token create till --role integrator --output \(shop.home.path)/till")
      let own = try shop.file("own.csv", "user,amount\nada,70\nbo,80\n")
      try shop.done("coins issue --file \(own)")
      func send(_ text: String, _ options: String) throws -> TestTerminal.Outcome {
        try shop.home.qix(
          ["--as", "\(shop.home.path)/till"] + "coins issue --file - \(options)".split(separator: " ").map(String.init),
          input: text)
      }
      let guessed = try send("user,amount\nada,70\nbo,1\n", "--batch own.csv --json")
      #expect(guessed.exitCode == 0 && guessed.output.contains("\"replayed\": 0"), "\(guessed)")
      let again = try send("user,amount\nada,70\nbo,1\n", "--batch own.csv --json")
      #expect(again.output.contains("\"replayed\": 2"), "\(again)")
      #expect(try shop.done("coins batch show own.csv --json").contains("\"lines\": 2"))
      #expect(try shop.coins("bo") == 81)
    }
  }

  /// What others have done is not found out by trying amounts, and keeps no program from lines of its own; the desk, which
  /// may know of it, is still asked whether it pays somebody twice.
  @Test func anothersBatchKeepsNoProgramFromItsLines() throws {
    try Shop.with { (shop: Shop) throws in
      for (name, role) in [("till", "integrator"), ("other", "integrator"), ("desk", "operator")] {
        try shop.done("token create \(name) --role \(role) --output \(shop.home.path)/\(name)")
      }
      func send(_ text: String, as name: String, _ options: [String] = []) throws -> TestTerminal.Outcome {
        try shop.home.qix(
          ["--as", "\(shop.home.path)/\(name)", "coins", "issue", "--file", "-", "--json"] + options, input: text)
      }
      let first = try send("user,amount\nada,70\nbo,80\n", as: "till", ["--batch", "july"])
      #expect(first.exitCode == 0, "\(first)")
      for sender in ["desk", "till"] {
        let keyed = try send("user,amount,key\nada,70,\(sender)-1\n", as: sender)
        #expect(keyed.exitCode == 5 && keyed.code == "batch.between" && keyed.errors.contains("'july'"), "\(keyed)")
      }
      #expect(try send("user,amount,key\nada,70,o-1\n", as: "other").exitCode == 0)
      // In a batch of its own that it goes on with, too, and without keys.
      for text in ["user,amount\nbo,1\n", "user,amount\nbo,1\nbo,80\n"] {
        let own = try send(text, as: "other", [text.contains("80") ? "--continue" : "--batch", "own"])
        #expect(own.exitCode == 0, "\(own)")
      }
      #expect(try send("user,amount\nbo,80\n", as: "till", ["--continue", "july"]).output.contains("\"replayed\": 1"))
      #expect(try [shop.coins("ada"), shop.coins("bo")] == [140, 161])
    }
  }

  /// And nobody goes on with a program's batch by its name, who may know of it either; staff go on with each other's.
  @Test func aProgramsBatchIsItsOwn() throws {
    try Shop.with { (shop: Shop) throws in
      for (name, role) in [("till", "integrator"), ("one", "operator"), ("two", "operator")] {
        try shop.done("token create \(name) --role \(role) --output \(shop.home.path)/\(name)")
      }
      func send(
        _ text: String, as name: String?, _ batch: String, way: String = "--batch"
      ) throws -> TestTerminal.Outcome {
        try shop.home.qix(
          (name.map { ["--as", "\(shop.home.path)/\($0)"] } ?? [])
            + ["coins", "issue", "--file", "-", way, batch, "--json"], input: text)
      }
      #expect(try send("user,amount\nada,70\n", as: "till", "payroll").exitCode == 0)
      for sender in [nil, "one"] {
        // Perhaps the same batch is meant, and perhaps another: it is not for the program to guess.
        let same = try send("user,amount\nada,70\n", as: sender, "payroll")
        #expect(same.exitCode == 5 && same.code == "batch.between", "\(same)")
      }
      let other = try send("user,amount\nbo,80\n", as: "one", "payroll")
      #expect(other.exitCode == 0 && other.output.contains("\"batch\": \"payroll (2)\""), "\(other)")
      #expect(try shop.done("coins batch show payroll --json").contains("\"lines\": 1"))
      // A colleague finishes what was begun.
      let finished = try send("user,amount\nbo,80\nada,1\n", as: "two", "payroll (2)", way: "--continue")
      #expect(finished.exitCode == 0 && finished.output.contains("\"replayed\": 1"), "\(finished)")
      let shown = try shop.home.qix(["coins", "batch", "show", "payroll (2)", "--json"])
      #expect(shown.output.contains("\"lines\": 2"), "\(shown)")
      // A program isn't told that others have the name.
      let tills = try send("user,amount\nbo,3\n", as: "till", "payroll (2)")
      #expect(tills.output.contains("\"batch\": \"payroll (2)\""), "\(tills)")
      #expect(try [shop.coins("ada"), shop.coins("bo")] == [71, 83])
    }
  }
}
