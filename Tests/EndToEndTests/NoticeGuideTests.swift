import Foundation
import Testing

/// docs/notices.md does what it says: its commands lead from nothing to a notice, choices and quiet hours.
@Suite struct NoticeGuideTests {
  @Test func itsCommandsDoWhatItSays() throws {
    try BuiltProgram.withHome { qix, home in
      let work = home + "/work"
      try FileManager.default.createDirectory(atPath: work, withIntermediateDirectories: true)
      let run = try Guide.run(try Guide.script("notices.md", blocks: 4), home: home, work: work)
      try #require(run.exitCode == 0, "\(run.errors)")
      #expect(run.output.contains("30 coins to use by"), "\(run.output)")
      #expect(try qix.done("db check --quiet").exitCode == 0)
    }
  }
}
