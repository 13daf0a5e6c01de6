import Foundation
import Testing

/// docs/cards.md does what it says: its commands lead from nothing to cards on two pages.
@Suite struct CardGuideTests {
  @Test func itsCommandsDoWhatItSays() throws {
    try BuiltProgram.withHome { qix, home in
      let work = home + "/work"
      try FileManager.default.createDirectory(atPath: work, withIntermediateDirectories: true)
      let run = try Guide.run(try Guide.script("cards.md", blocks: 5), home: home, work: work)
      try #require(run.exitCode == 0, "\(run.errors)")
      // A tier that does not exist yet, and a file with faults.
      for code in [6, 2] { #expect(run.output.contains("exit code \(code)\n"), "\(code)") }
      for place in ["/page: ", "/tune: "] { #expect(run.errors.contains(place), "\(place)") }
      #expect(run.output.contains("È autunno") && run.output.contains("Autumn is here"))
      #expect(try qix.done("card list --page 2 --quiet").output == "gold\n")
      #expect(try qix.done("card list --state draft --quiet").output == "autumn\n")
      #expect(try qix.done("db check --quiet").exitCode == 0)
    }
  }
}
