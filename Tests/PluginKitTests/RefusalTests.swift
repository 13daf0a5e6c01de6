import Foundation
import QixTesting
import Testing

@testable import PluginKit

/// What is refused, and that nothing was written then.
@Suite struct RefusalTests {
  @Test(
    arguments: [
      ("coupon", "malformed"), ("Co", "malformed"), ("Coupon-Shake", "malformed"), ("../Up", "malformed"),
      ("Cöupon", "malformed"), ("1Coupon", "malformed"), ("Coupon Shake", "malformed"), ("", "malformed"),
      (String(repeating: "A", count: 25), "malformed"), ("Class", "reserved"), ("String", "reserved"),
      ("QixCoupons", "reserved"), ("CouponTests", "reserved"), ("CouponContract", "reserved"),
      ("SqliteShake", "reserved"),
      // Types that are in each new folder.
      ("PackCode", "reserved"), ("CodeStore", "reserved"), ("ImportCodes", "reserved"),
      ("Evidence", "reserved"), ("Shake", "reserved"), ("Foundation", "reserved"),
      ("Coins", "taken"), ("COINS", "taken"), ("TvShake", "taken"), ("TV2Shake", nil), ("Tv", "malformed"),
      // Another id, but a command that is there: of the program, of the group 'shake'.
      ("User", "taken"), ("Wallet", "taken"), ("WalletShake", "taken"), ("Identity", "taken"), ("CSodium", "taken"),
    ] as [(String, String?)])
  func namesThatCannotBe(_ name: String, _ fault: String?) throws {
    try Copy.with { copy in
      let before = try copy.contents()
      let outcome = try copy.new(name)
      guard let fault else {
        #expect(outcome.exitCode == 0)
        return
      }
      #expect(outcome.code == "pluginkit.name-\(fault)", "\(name): \(outcome)")
      #expect(outcome.exitCode == (fault == "taken" ? 5 : 2))
      #expect(try copy.contents() == before)
    }
  }

  @Test func itIsNotBegunTwice() throws {
    try Copy.with { copy in
      #expect(try copy.new("CouponShake").exitCode == 0)
      let before = try copy.contents()
      #expect(try copy.new("CouponShake").exitCode == 5)
      // The same command and type of shake under another name.
      #expect(try copy.new("Coupon", "feature") == (5, "pluginkit.name-taken"))
      #expect(try copy.contents() == before)
    }
  }

  @Test(arguments: ["Tests/CouponShakeTests"])
  func whatIsThereStays(_ path: String) throws {
    try Copy.with { copy in
      try copy.write("mine", to: path)
      let before = try copy.contents()
      #expect(try copy.new("CouponShake") == (5, "pluginkit.file-exists"))
      #expect(try copy.contents() == before)
    }
  }

  @Test func aFolderThatIsNoCopyIsRefused() throws {
    try Copy.with { copy in
      for file in ["Package.swift", "Sources/QixCatalog/Catalog.swift", "Plugins/README.md"] {
        let text = try copy.text(file)
        try FileManager.default.removeItem(atPath: "\(copy.root)/\(file)")
        #expect(try copy.new("CouponShake") == (3, "pluginkit.not-a-repository"))
        try copy.write(text, to: file)
      }
    }
  }

  /// Each list without the line that the new one goes behind.
  @Test(
    arguments: [
      ("Package.swift", "let features = ["), ("Package.swift", "    \"QixCatalog\","),
      ("Sources/QixCatalog/Catalog.swift", "  package static let modules: [any Module.Type] = ["),
      ("Plugins/README.md", "| Folder | What it does |"),
    ])
  func listsThatLookDifferentAreLeftAlone(_ file: String, _ mark: String) throws {
    try Copy.with { copy in
      try copy.write(try copy.text(file).replacingOccurrences(of: mark, with: mark + " // mine"), to: file)
      let before = try copy.contents()
      #expect(try copy.new("CouponShake") == (7, "pluginkit.no-mark"))
      #expect(try copy.contents() == before)
    }
  }

  /// Wherever a rename fails, everything is as it was.
  @Test(arguments: 1...5)
  func aFaultTakesEverythingBack(_ number: Int) throws {
    try Copy.with { copy in
      let before = try copy.contents()
      let change = try RepositoryChange(
        of: Repository(at: copy.root), adding: PluginName("CouponShake", .shake), .shake, why: nil)
      var moves = 0
      #expect(throws: PluginError.failed("here", problem: "the disk is gone")) {
        try change.apply { from, to throws(PluginError) in
          moves += 1
          if moves == number { throw .failed("here", problem: "the disk is gone") }
          try RepositoryChange.move(from, to: to)
        }
      }
      #expect(moves == number)
      #expect(try copy.contents() == before)
      try change.apply()
      #expect(try copy.contents() != before)
    }
  }

  @Test(
    arguments: [
      ("TVQuizShake", ["TV", "Quiz"]), ("CouponShake", ["Coupon"]), ("QR2Shake", ["QR2"]), ("Bingo", ["Bingo"]),
    ])
  func wordsOfAName(_ name: String, _ words: [String]) throws {
    #expect(try PluginName(name, .shake).words == words)
  }
}
