import Foundation
import QixCommands
import QixFormats
import QixKernel
import QixTerminal
import QixTesting
import Testing

@testable import Coins

/// What people are told of files, where it was not the whole truth.
@Suite struct BatchSentenceTests {
  private static let grants = "user,amount\nada,5\nbo,6\n"

  /// Who gave no key is not told of one, but of the option that is another.
  @Test func theOptionThatDiffersIsNamed() throws {
    try Shop.with { shop in
      try shop.done("budget create b --amount 1000")
      _ = try shop.issue(Self.grants, "--expires P2Y --reason first")
      let other = try shop.issue(Self.grants, "--expires P2Y --reason first --from budget:b")
      #expect(other.exitCode == 5 && other.code == "coins.key-conflict", "\(other.errors)")
      #expect(other.message.contains(", with another --from") && !other.errors.contains("qix:"), "\(other.errors)")
    }
  }

  /// The file of an import that is issued would pay everybody twice.
  @Test(arguments: ["", "--keep-going", "--dry-run"]) func theSameFileByAnotherCommandIsTold(options: String) throws {
    try Shop.with { shop in
      let path = try shop.file("w.csv", Self.grants)
      try shop.done("coins import --file \(path)")
      let issued = try shop.home.qix("coins issue --file \(path) \(options)")
      #expect(issued.exitCode == 5 && issued.errors.contains("it may be the batch 'w.csv'"), "\(issued.errors)")
    }
  }

  /// Lines that were done by another batch keep no fault from being told, and every line is counted.
  @Test func aDryRunTellsFaultsBesidesRepeatedLines() throws {
    try Shop.with { shop in
      let text = "op,to,amount\nissue,ada,5\nissue,bo,6\n"
      _ = try shop.apply(text, name: "one.csv")
      let dry = try shop.apply(text + "isue,cy,7\n", "--dry-run", name: "two.csv")
      #expect(dry.exitCode == 5 && dry.message.hasPrefix("all 2 good lines of "), "\(dry.errors)")
      #expect(dry.errors.contains("line 4") && dry.errors.contains("no operation 'isue'"), "\(dry.errors)")
      let all = try shop.apply("op,to,amount\nissue,ada,5\n", name: "three.csv")
      #expect(
        all.message.hasPrefix("the line of ") && all.message.contains(" was done by the batch 'one.csv'"),
        "\(all.errors)")
    }
  }

  /// Where nothing was rejected the file can be sent all the same.
  @Test func aFileOfNoRejectsIsATableWithoutLines() throws {
    try Shop.with { shop in
      let path = try shop.file("w.csv", Self.grants)
      try shop.done("coins issue --file \(path) --keep-going --rejects \(shop.home.path)/rejects")
      #expect(try shop.content("rejects").hasPrefix("batch,line,fault,user,amount"))
      let sent = try shop.home.qix("coins issue --file \(shop.home.path)/rejects")
      #expect(sent.exitCode == 0 && sent.errors.contains("no lines below the header"), "\(sent)")
    }
  }

  /// What others have done in files is theirs: a till that sends the same lines learns that they were done, and no more.
  @Test(arguments: ["", "--keep-going", "--batch mine"]) func othersBatchesAreNotTold(options: String) throws {
    try Shop.with { shop in
      try shop.done("token create till --role integrator --output \(shop.home.path)/till")
      let path = try shop.file("secret-name.csv", Self.grants)
      let other = try shop.file("till.csv", "amount,user\n5,ada\n6,bo\n")
      try shop.done("coins issue --file \(path)")
      // Whoever may list batches is told.
      let owner = try shop.home.qix("coins issue --file \(other)")
      #expect(owner.exitCode == 5 && owner.errors.contains("'secret-name.csv'"), "\(owner)")
      let transfers = try shop.done("wallet history ada --json")
      for (file, name) in [(path, "same"), (other, "other")] {
        let words = "coins issue --file - --json --results - \(options)".split(separator: " ").map(String.init)
        let input = try shop.content(file.split(separator: "/").last.map(String.init) ?? "")
        for line in [words, words.filter { $0 != "-" && $0 != "--results" && $0 != "--file" } + ["--file", file]] {
          let told = try shop.home.qix(["--as", "\(shop.home.path)/till"] + line, input: input)
          let all = told.output + told.errors
          if name == "other" || line.contains("-") { #expect(!all.contains("secret-name"), "\(line): \(all)") }
          if !options.contains("--batch") { #expect(!all.contains("qix:1:"), "\(line): \(all)") }
          for id in transfers.split(separator: "\"") where id.hasPrefix("trf_") {
            #expect(!all.contains(id), "\(line): \(all)")
          }
        }
      }
    }
  }

  /// A till may have a file of the home's owner done, and learns nothing of what stands in it.
  @Test(arguments: ["", "--dry-run"]) func answersTellATillNothingOfAFile(options: String) throws {
    try Shop.with { shop in
      try shop.done("token create till --role integrator --output \(shop.home.path)/till")
      let file = try shop.file("owners.csv", "user,amount,key\nada,5,secret-1\nbo,6,secret-2\n")
      let words = "coins issue --file \(file) --results - --json \(options)".split(separator: " ").map(String.init)
      let told = try shop.home.qix(["--as", "\(shop.home.path)/till"] + words)
      #expect(told.exitCode == 0 && told.output.contains("\"amount\":null"), "\(told)")
      #expect(!told.output.contains("\"amount\":5") && !told.output.contains("\"coins\":11"), "\(told)")
      for word in ["ada", "secret-1"] { #expect(!(told.output + told.errors).contains(word), "\(told)") }
      let owner = try shop.home.qix(words)
      #expect(owner.output.contains("\"user\":\"ada\"") && owner.output.contains("\"key\":\"secret-1\""), "\(owner)")
    }
  }

  /// Who gave the key is told of the key, and of no option.
  @Test func aKeyOfItsOwnIsNamed() throws {
    try Shop.with { shop in
      _ = try shop.issue("user,amount,key\nada,5,order-1\n")
      let other = try shop.issue("user,amount,key\nada,7,order-1\n")
      #expect(other.exitCode == 5 && other.code == "coins.key-conflict", "\(other.errors)")
      #expect(other.message.contains("'order-1'") && !other.message.contains("another --"), "\(other.errors)")
    }
  }

  /// The expiry that a line says itself is a part of what it says.
  @Test func aLineWithAnotherExpiryIsAnotherLine() throws {
    try Shop.with { shop in
      let text = "user,amount,expires\nada,5,2028-01-01\nbo,6,2028-01-01\n"
      _ = try shop.issue(text, name: "july.csv")
      let changed = try shop.issue(text.replacingOccurrences(of: "6,2028", with: "6,2029"), name: "july.csv")
      #expect(changed.exitCode == 5 && changed.code == "batch.between", "\(changed.errors)")
      #expect(try shop.done("wallet show bo --quiet") == "6\n")
    }
  }
}
