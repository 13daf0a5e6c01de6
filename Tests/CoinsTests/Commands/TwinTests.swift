import QixCommands
import QixKernel
import QixTerminal
import QixTesting
import Testing

@testable import Coins

/// What says the same as a moment before, without a key, may have been typed twice: it is done, and pointed out.
@Suite struct TwinTests {
  private static let words = "Possible duplicate of trf_"

  @Test(arguments: [
    "coins issue --to ada --amount 7", "coins redeem --from ada --amount 7", "coins hold --from ada --amount 7",
    "coins transfer --from ada --to bo --amount 7", "budget fund summer --amount 7",
  ]) func whatIsDoneTwiceIsPointedOut(line: String) throws {
    try Shop.with { shop in
      try shop.done("coins issue --to ada --amount 100 --reason first")
      try shop.done("budget create summer")
      func errors(_ options: String = "") throws -> String {
        let outcome = try shop.home.qix(line + options)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        return outcome.errors
      }
      #expect(try !errors().contains("Possible duplicate"))
      let dry = try errors(" --dry-run")
      #expect(dry.contains(Self.words) && dry.contains("leave it"), "\(dry)")
      let again = try errors()
      #expect(again.contains(Self.words) && again.contains("--idempotency-key"), "\(again)")
      #expect(again.contains(line.contains("hold") ? "qix coins void trf_" : "qix coins reverse trf_"), "\(again)")
      // Whoever gives a key, or says something else, means it.
      for options in [" --idempotency-key 815", " --reason other"] {
        #expect(try !errors(options).contains("Possible duplicate"))
      }
      shop.home.clock.advance(byMicroseconds: 3 * 60_000_000)
      #expect(try errors().contains("done 3 minutes ago"))
      shop.home.clock.advance(byMicroseconds: 10 * 60_000_000)
      #expect(try !errors().contains("Possible duplicate"))
      try shop.verify()
    }
  }

  @Test func whatWasTakenBackIsNoTwin() throws {
    try Shop.with { shop in
      let id = try shop.done("coins issue --to ada --amount 7 --quiet").filter { $0 != "\n" }
      try shop.done("coins reverse \(id) --reason wrong")
      let outcome = try shop.home.qix("coins issue --to ada --amount 7")
      #expect(outcome.exitCode == 0 && !outcome.errors.contains("Possible duplicate"), "\(outcome.errors)")
    }
  }

  /// A program gives keys; it isn't told what others have done.
  @Test func programsAreNotTold() throws {
    try Shop.with { shop in
      try shop.done("token create till --role integrator --output \(shop.home.path)/till")
      try shop.done("coins issue --to ada --amount 7")
      let outcome = try shop.home.qix("coins issue --to ada --amount 7 --as \(shop.home.path)/till")
      #expect(outcome.exitCode == 0 && !outcome.errors.contains("Possible duplicate"), "\(outcome.errors)")
    }
  }
}
