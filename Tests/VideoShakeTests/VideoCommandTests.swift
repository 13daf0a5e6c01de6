import Foundation
import QixKernel
import QixLibraries
import QixShake
import QixStorage
import QixTesting
import Testing

@testable import VideoShake

@Suite struct VideoCommandTests {
  @Test func aVideoIsAddedShownAndRemoved() throws {
    try TestHome.initialised { home in
      #expect(try home.qix("video list").errors.contains("qix video add"))
      let added = try home.qix("video add spot --length PT1M30S --url https://example.com/spot.mp4 --quiet")
      #expect(added.exitCode == 0 && added.output == "spot\n")
      #expect(try home.qix("video show spot --tsv").output.contains("90.000"))
      #expect(try home.qix("video list --quiet").output == "spot\n")
      let again = try home.qix("video add spot --length PT2M --json")
      #expect(again.exitCode == 5 && again.errors.contains("videoshake.name-taken"))
      #expect(try home.qix("video remove spot --dry-run").exitCode == 0)
      #expect(try home.qix("video remove spot").exitCode == 0)
      #expect(try home.qix("video show spot").exitCode == 3)
      #expect(try home.qix("video remove spot").exitCode == 3)
      // The name is free again.
      #expect(try home.qix("video add spot --length PT2M").exitCode == 0)
      #expect(try home.qix("video add short --length 90s").exitCode == 0)
      #expect(try home.qix("video show short --tsv").output.contains("90.000"))
    }
  }

  @Test func aReportIsDrawnIntoAFile() throws {
    try TestHome.initialised { home in
      #expect(try home.qix("video add spot --length PT90S").exitCode == 0)
      let path = "\(home.path)/spot.svg"
      #expect(try home.qix("video report spot --svg \(path)").exitCode == 0)
      #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix("<svg"))
      #expect(try home.qix("video report spot --svg \(path)").exitCode == 0)
      let both = try ["quartiles", "coverage"].map { try home.qix("video report spot --chart \($0) --svg -").output }
      #expect(both.allSatisfy { $0.hasPrefix("<svg") } && both[0] != both[1])
    }
  }

  @Test(arguments: [
    "video add spot", "video add spot --length 90", "video add spot --length P1M", "video add spot --length P2D",
    "video add spot --length PT25H", "video add Spot --length PT90S", "video add a.b --length PT90S",
    "video add spot --length PT90S --url ftp://example.com/x", "video add spot --length PT90S --url https://",
    "video add spot --length PT90S --url https://user:word@example.com/x", "video add spot --file /nowhere/x.mp4",
    "video add spot --length PT90S --url https://example.com/<script>",
  ])
  func badInputIsRefusedInWords(_ line: String) throws {
    try TestHome.initialised { home in
      let before = try home.contents()
      let outcome = try home.qix(line)
      #expect(outcome.exitCode == 2 && outcome.output.isEmpty && outcome.errors.count > 20, "\(outcome.errors)")
      #expect(try home.contents() == before)
    }
  }

  @Test(.needs(.library(.media, packages: "libavformat-dev")))
  func theLengthComesFromTheFile() throws {
    try TestHome.initialised { home in
      let files: [(String, [UInt8], Int32, String)] = [
        ("film.mp4", SampleVideo.mp4(milliseconds: 90_500), 0, ""),
        ("song.mp4", SampleVideo.mp4(milliseconds: 90_500, track: .sound), 2, "media.only-sound"),
        ("text.mp4", Array("no video at all".utf8), 2, "media.not-video"),
        ("still.mp4", SampleVideo.mp4(milliseconds: 0), 2, "media.no-length"),
        ("blink.mp4", SampleVideo.mp4(milliseconds: 500), 2, "videoshake.length-out-of-range"),
        ("week.mp4", SampleVideo.mp4(milliseconds: 600_000_000), 2, "videoshake.length-out-of-range"),
      ]
      for (name, bytes, exitCode, code) in files {
        try Data(bytes).write(to: URL(filePath: "\(home.path)/\(name)"))
        let outcome = try home.qix(["video", "add", "film", "--file", "\(home.path)/\(name)", "--json"])
        #expect(
          outcome.exitCode == exitCode && (code.isEmpty || outcome.errors.contains(code)), "\(name): \(outcome.errors)")
      }
      let shown = try home.qix("video show film --json").output
      for part in ["90.500", "320x240", "h264"] { #expect(shown.contains(part), "\(part)") }
    }
  }

  @Test func theReportSaysHowItWasWatched() throws {
    try TestHome.initialised { home in
      let booth = try Booth(home)
      let honest = try booth.start()
      try honest.play(to: 60)
      #expect(try honest.finish().word == "accepted")
      let bored = try booth.start(by: Booth.other)
      try bored.play(to: 20)
      try bored.beat(at: 55)
      let report = try home.database.read { connection in
        try WatchReport(of: Video.require("teaser", in: connection), nil, in: connection)
      }
      #expect(report.sessions == 2 && report.finished == 1 && report.open == 1 && report.users == 2)
      #expect(report.reached == [2, 2, 1, 1, 1])
      #expect(report.coverage == [0, 0, 0, 1, 0, 0, 0, 0, 0, 1])
      #expect(report.losses.first { $0.loss == .jump }?.times == 1)
      #expect(report.refusals == nil)
      let shown = try home.qix("video report teaser")
      #expect(shown.exitCode == 0)
      #expect(shown.output.contains("thirdQuartile") && shown.output.contains("How far it was watched"))
      let json = try home.qix("video report teaser --json").output
      #expect(json.contains("\"schema\": \"video.report/1\"") && json.contains("50.0"))
    }
  }

  @Test func whoIsSimulatedHasToBeThere() throws {
    try TestHome.initialised { home throws in
      #expect(try home.qix("shake video --user shop-1").exitCode == 2)
      #expect(try home.qix("shake video --user shop-1 --campaign x --simulate sleepy").exitCode == 2)
      #expect(try home.qix("shake video --user shop-1 --campaign x --speed-up 0").exitCode == 2)
    }
  }
}
