import Foundation
import QixCommands
import QixFormats
import QixKernel
import QixLibraries
import QixSound
import QixTerminal
import QixTesting
import QixWatermarkChannels
import Testing

@testable import StadiumShake

/// What the audio crew does: events, embedding, listening, analysing.
@Suite(
  .needs(.library(.fftw, packages: "libfftw3-single3")), .needs(.library(.sound, packages: "libsndfile1-dev")))
struct CrewTests {
  @Test func `marked music has the samples of the music, and a report`() throws {
    try Show.with { show in
      #expect(show.marked.count == show.music.count)
      let difference = zip(show.marked, show.music).reduce(0.0) { $0 + Double(($1.0 - $1.1) * ($1.0 - $1.1)) }
      let music = show.music.reduce(0.0) { $0 + Double($1 * $1) }
      #expect((-30 ... -14).contains(10 * log10(difference / music)))
      let embed = "stadium embed --event derby --start \(show.start) \(show.home.path)/music.wav"
      let answer = try JSONValue(
        parsing: show.home.done("\(embed) \(show.home.path)/again.wav --report \(show.home.path)/r.json --json"))
      #expect(answer["schema"]?.string == "stadium.embed/1" && (answer["level"]?.double ?? 0) < -16)
      #expect(answer["start"]?.string == "\(show.start)" && answer["first_slot"]?.integer == 0)
      #expect(answer["last_slot"]?.integer == 3)
      // One channel is its own worst, and has no sum.
      #expect(answer["worst_level"]?.double == answer["level"]?.double && answer["sum_level"]?.double == nil)
      // Where the music goes to standard output the rest is told beside it.
      let piped = try show.home.qix("\(embed) -")
      #expect(piped.errors.contains("slots 0 to 3; noise to mask"), "\(piped.errors)")
      let report = try JSONValue(parsing: String(contentsOfFile: "\(show.home.path)/r.json", encoding: .utf8))
      #expect((report["bands"]?.array?.count ?? 0) > 15 && report["over_time"]?.array?.count ?? 0 >= 34)
      #expect((report["above_mask"]?.double ?? 1) < 0.05 && report["channels"]?.array?.count == 1)
      try show.home.done("\(embed) \(show.home.path)/again.wav --report \(show.home.path)/r.svg")
      let svg = try String(contentsOfFile: "\(show.home.path)/r.svg", encoding: .utf8)
      #expect(svg.hasPrefix("<svg") && svg.contains("critical band") && svg.contains("over time"))
      // Music that isn't marked yet makes way for nothing.
      try FileManager.default.createSymbolicLink(
        atPath: "\(show.home.path)/link.wav", withDestinationPath: "\(show.home.path)/music.wav")
      let unmarked = try Data(contentsOf: URL(filePath: "\(show.home.path)/music.wav"))
      for name in ["music.wav", "link.wav"] {
        let over = try show.home.qix("\(embed) \(show.home.path)/\(name)")
        #expect(over.exitCode == 2 && over.errors.contains("same file"), "\(over.errors)")
      }
      #expect(try Data(contentsOf: URL(filePath: "\(show.home.path)/music.wav")) == unmarked)
      // The same again is the very same.
      #expect(try Show.read("\(show.home.path)/again.wav") == show.marked)
    }
  }

  /// For a small loudspeaker at a gate: nothing but chirps is left of the music.
  @Test func `chirps are heard by whoever tries them`() throws {
    try Show.with(seconds: 2) { show in
      let path = show.home.path, rate = 44_100
      try Show.write(
        [Float](repeating: 0, count: 21 * rate).indices.map { 0.001 * Float($0 % 3 - 1) }, to: "\(path)/gate.wav",
        rate: rate)
      let embed = "stadium embed --event derby --start \(show.start)"
      try show.home.done("\(embed) --ultrasound --strength -30 \(path)/gate.wav \(path)/chirps.wav")
      for at in ["--at \(show.start)", ""] {
        let answer = try JSONValue(
          parsing: show.home.done("stadium analyse --event derby \(at) \(path)/chirps.wav --json"))
        let stretches = try #require(answer["stretches"]?.array)
        #expect(
          stretches.first?["slot"]?.integer == 0 && stretches.first?["layer"]?.string == "ultrasound", "\(answer)")
        let heard = try show.home.done("stadium listen --event derby --ultrasound \(at) \(path)/chirps.wav")
        #expect(heard.contains("slot 0,") && heard.contains("in ultrasound"), "\(heard)")
        #expect(heard.contains("slot 1,"), "\(heard)")
      }
      let without = try show.home.qix("stadium listen --event derby --at \(show.start) \(path)/chirps.wav")
      #expect(without.exitCode == 6, "\(without)")
      let low = try show.home.qix("stadium listen --event derby --ultrasound \(path)/music.wav")
      #expect(low.exitCode == 2 && low.errors.contains("44,100"), "\(low.errors)")
    }
  }

  /// What is half done would be played as if it were whole.
  @Test func `music that isn't whole isn't marked`() throws {
    try Show.with(seconds: 4) { show in
      let path = show.home.path, embed = "stadium embed --event derby --start \(show.start)"
      let whole = try Data(contentsOf: URL(filePath: "\(path)/music.wav"))
      try whole.dropLast(3_001).write(to: URL(filePath: "\(path)/short.wav"))
      let raw = "--raw s16le --rate 16000 --channels 1"
      for (words, code) in [
        ("\(embed) \(path)/short.wav \(path)/out.wav", "sound.cut-short"),
        ("stadium piece add anthem \(path)/short.wav --event derby", "sound.cut-short"),
        ("\(embed) \(raw) \(path)/music.wav \(path)/out.wav", "sound.not-raw"),
      ] {
        let refused = try show.home.qix("\(words) --json")
        #expect(refused.exitCode == 2 && refused.errors.contains(code), "\(words): \(refused.errors)")
      }
      // Nor is what is played when the event is over heard.
      let late = try show.home.qix(
        "stadium embed --event derby --start \(show.start.advanced(byMicroseconds: 7_198_000_000)) \(path)/music.wav "
          + "\(path)/late.wav")
      #expect(late.exitCode == 0 && late.errors.contains("after the event's end"), "\(late.errors)")
      let past = try show.home.qix("stadium event add past --start 2020-01-01T00:00:00Z --length 1h")
      #expect(past.exitCode == 0 && past.errors.contains("already over"), "\(past.errors)")
      let before = try show.home.qix("stadium analyse --event derby --at 2020-01-01T00:00:00Z \(path)/music.wav")
      #expect(before.exitCode == 2 && before.errors.contains("isn't in the event"), "\(before.errors)")
      let stopped = Interruption()
      stopped.request()
      let half = try show.home.qix(
        "\(embed) \(path)/music.wav \(path)/out.wav".split(separator: " ").map(String.init), interruption: stopped)
      #expect(half.exitCode == 130, "\(half)")
      let left = try FileManager.default.contentsOfDirectory(atPath: path)
      #expect(!left.contains { $0.hasPrefix("out.wav") }, "\(left)")
    }
  }

  @Test func `a weaker mark is weaker`() throws {
    try Show.with(seconds: 6) { show in
      try show.home.done(
        "stadium embed --event derby --start \(show.start) --strength -26 \(show.home.path)/music.wav "
          + "\(show.home.path)/weak.wav")
      func power(_ path: [Float]) -> Float { zip(path, show.music).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) } }
      let weak = try Show.read("\(show.home.path)/weak.wav")
      #expect(power(weak) < 0.2 * power(show.marked) && power(weak) > 0)
    }
  }

  @Test(.needs(.program)) func `a desk is marked live, and a microphone hears it`() throws {
    try Show.with(seconds: 14) { show in
      let path = show.home.path
      let qix = "\(Requirement.programPath) --home \(path)"
      // The real program has a clock of its own, and the test's event is of another day.
      let live = "stadium event add live --start 2020-01-01T00:00:00Z --length 60d --slot 60s"
      #expect(try show.home.qix(live).exitCode == 2)
      try show.home.done("stadium piece add anthem \(path)/music.wav --event derby --start \(show.start)")
      let raw = "--raw s16le --rate 16000 --channels 1"
      let bash = try Tool("bash")
      let pipe = try bash(
        [
          "-c",
          "set -o pipefail; tail -c +45 \(path)/music.wav | \(qix) stadium embed --event derby --start \(show.start) \(raw) - - "
            + "| tee \(path)/marked.raw | \(qix) stadium listen --event derby --at \(show.start) --first --json \(raw) -",
        ], environment: ["QIX_VAULT_KEY_FILE": show.home.vaultKey])
      #expect(pipe.exitCode == 0, "\(pipe.said)")
      let heard = try JSONValue(parsing: pipe.output)
      #expect(heard["slot"]?.integer == 0 && (heard["second"]?.double ?? 99) <= 6, "\(pipe.output)")
      #expect(heard["piece"]?.string == "anthem", "\(pipe.output)")
    }
  }

  @Test func `a file is listened to without a word of when it was made`() throws {
    try Show.with { show in
      let path = try show.recording(from: 11, seconds: 22, through: StoryTests.hall)
      let lines = try show.home.done("stadium listen --event derby \(path) --json").split(separator: "\n")
      let slots = try lines.map { try JSONValue(parsing: String($0))["slot"]?.integer }
      #expect(slots.first == 1 && slots.count >= 2 && Set(slots).count == slots.count, "\(lines)")
      // A slot is told once, however often it is heard.
      let stream = try show.home.done(
        "stadium listen --event derby --at \(show.start) \(show.home.path)/marked.wav --json")
      let told = try stream.split(separator: "\n").map { try JSONValue(parsing: String($0))["slot"]?.integer }
      #expect(told.count >= 3 && Set(told).count == told.count, "\(told)")
      let plain = try show.recording(from: 11, seconds: 22, of: show.music, name: "plain")
      #expect(try show.home.qix("stadium listen --event derby --at \(show.start) \(plain)").exitCode == 6)
    }
  }

  /// Slots are searched part by part, as each takes memory: what lies across the edge of one is found.
  @Test func `a recording of any time of the event is found`() throws {
    try Show.with(seconds: 24) { show in
      let path = show.home.path, late = show.start.advanced(byMicroseconds: 632_000_000)
      try show.home.done("stadium embed --event derby --start \(late) \(path)/music.wav \(path)/late.wav")
      let heard = try show.recording(from: 1, seconds: 14, of: Show.read("\(path)/late.wav"), through: [.noise(15)])
      try show.home.done("stadium piece add anthem \(path)/music.wav --event derby --start \(late)")
      let answer = try JSONValue(parsing: show.home.done("stadium analyse --event derby \(heard) --json"))
      let stretch = try #require(answer["stretches"]?.array?.first)
      #expect([63, 64].contains(stretch["slot"]?.integer) && stretch["piece"]?.string == "anthem", "\(answer)")
    }
  }

  @Test func `a recording is analysed, with the original and without`() throws {
    try Show.with { show in
      let path = try show.recording(from: 3, seconds: 24, through: Self.room)
      func analysis(_ extra: String = "") throws -> JSONValue {
        try JSONValue(parsing: show.home.done("stadium analyse --event derby \(path) --json \(extra)"))
      }
      let blind = try analysis()
      #expect(blind["found"]?.bool == true)
      for name in ["basis", "signal_to_noise", "reverberation"] {
        #expect(blind[name]?.isNull == true, "\(name): \(blind[name] as Any)")
      }
      let plain = try show.home.qix("stadium analyse --event derby \(path)")
      #expect(plain.errors.contains("qix stadium piece add"), "\(plain.errors)")
      #expect(blind["stretches"]?.array?.count == 2)
      #expect((40...120).contains(blind["clock"]?.double ?? 0), "\(blind["clock"] as Any)")
      try show.home.done("stadium piece add anthem \(show.home.path)/music.wav --event derby --start \(show.start)")
      let known = try analysis("--at \(show.start.advanced(byMicroseconds: 3_000_000)) --svg \(show.home.path)/a.svg")
      #expect(known["basis"]?.string == "original" && known["found"]?.bool == true)
      let reverberation = try #require(known["reverberation"]?.double)
      #expect((1...4).contains(reverberation), "\(reverberation)")
      let ratio = try #require(known["signal_to_noise"]?.double)
      #expect((7...16).contains(ratio), "\(ratio)")
      let svg = try String(contentsOfFile: "\(show.home.path)/a.svg", encoding: .utf8)
      #expect(svg.contains("score of the watermark"))
    }
  }

  static let room: [QixWatermarkChannels.Effect] = [
    .reverberation(seconds: 2, directToReverberant: 0), .noise(15), .clock(80),
  ]

  @Test func `events are what they were said to be, and no other`() throws {
    try TestHome.initialised(vault: true) { home in
      let event = try JSONValue(
        parsing: home.done(
          "stadium event add derby --start 2027-06-12T19:30:00+02:00 --length 4h --slot 8s --position 41.3809,-2.12 --json"
        ))
      #expect(event["number"]?.integer == 1 && event["slots"]?.integer == 1_800)
      #expect(event["start"]?.string == "2027-06-12T17:30:00Z" && event["longitude"]?.double == -2.12)
      for (line, code) in [
        ("derby --start 2027-06-12 --length 1h", Int32(5)), ("Derby --start 2027-06-12 --length 1h", 2),
        ("other --start 2027-06-12 --length 1h --slot 5s", 2), ("other --start 2027-06-12 --length 9d", 2),
        ("other --start 2027-06-12 --length 1h --position 91,0", 2),
        ("other --start 2027-06-12 --length 1h --campaign none", 3),
      ] { #expect(try home.qix("stadium event add \(line)").exitCode == code, "\(line)") }
      try home.done("stadium event add other --start 2027-06-13 --length 1h")
      #expect(try home.done("stadium event list --quiet") == "other\nderby\n")
      #expect(try home.done("stadium event list --quiet --limit 1 --after other") == "derby\n")
      // Music of another time is no music of the event.
      try Show.write([Float](repeating: 0.1, count: 16_000), to: "\(home.path)/m.wav")
      let early = try home.qix("stadium embed --event derby --start 2027-06-12T17:29:00Z \(home.path)/m.wav -")
      #expect(early.exitCode == 2 && early.errors.contains("isn't in the event"), "\(early.errors)")
      #expect(try home.qix("stadium embed --event none --start 2027-06-12 \(home.path)/m.wav -").exitCode == 3)
      #expect(try home.qix("stadium embed --event derby \(home.path)/m.wav -").exitCode == 2)
    }
  }

  @Test func `without a vault there are no keys, and a campaign says so`() throws {
    try TestHome.initialised { home in
      let outcome = try home.qix("stadium event add derby --start 2027-06-12 --length 1h")
      #expect(outcome.exitCode == 3 && outcome.errors.contains("vault"), "\(outcome.errors)")
      #expect(try home.qix("stadium event list").exitCode == 0)
    }
  }
}
