import Foundation
import QixCommands
import QixFormats
import QixKernel
import QixLibraries
import QixShake
import QixStorage
import QixTerminal
import QixTesting
import QixWatermarkChannels
import Testing

@testable import StadiumShake

/// From music to coins, through the whole program.
@Suite(
  .needs(.library(.fftw, packages: "libfftw3-single3")), .needs(.library(.sound, packages: "libsndfile1-dev")))
struct StoryTests {
  /// A hall, another clock and a noisy crowd.
  static let hall: [QixWatermarkChannels.Effect] = [
    .reverberation(seconds: 2, directToReverberant: 0), .noise(10), .clock(60), .filter(low: 250, high: 7_000),
  ]

  @Test func `who records the music where it is played wins, once in each slot`() throws {
    try Show.with { show in
      show.at(20)
      let first = try show.shake("ada", show.recording(from: 10, seconds: 9.5, through: Self.hall))
      #expect(first.exitCode == 0 && first.outcome == "won" && first.coins == 10, "\(first.text)")
      #expect(first.slot == 1)
      // Another recording of the same moment.
      let again = try show.shake("ada", show.recording(from: 10.5, seconds: 9, through: Self.hall, seed: 2))
      #expect(again.exitCode == 6 && again.slot == nil, "\(again.text)")
      show.at(34)
      let later = try show.shake("ada", show.recording(from: 24, seconds: 10, through: Self.hall))
      #expect(later.outcome == "won" && [2, 3].contains(later.slot), "\(later.text)")
      #expect(try show.stage.coins(of: "ada") == 20)
      #expect(try show.home.qix("db check").exitCode == 0)
    }
  }

  @Test func `a recording of before is refused, and says so for a while`() throws {
    try Show.with { show in
      let path = try show.recording(from: 4, seconds: 10)
      show.at(14 + 25)
      #expect(try show.shake("ada", path).code == "stadiumshake.late")
      show.at(14 + 3_600)
      let later = try show.shake("ada", path)
      #expect(later.code == "stadiumshake.no-mark", "\(later.text)")
      show.at(14)
      #expect(try show.shake("ada", path).outcome == "won")
    }
  }

  @Test func `two users win by their own recordings, and not by one and the same`() throws {
    try Show.with { show in
      show.at(16)
      let own = try show.recording(from: 5, seconds: 10, through: [.noise(12)])
      #expect(try show.shake("ada", own).outcome == "won")
      #expect(try show.shake("bob", own).code == "stadiumshake.recording-used")
      let another = try show.recording(from: 5.2, seconds: 10, through: [.noise(12)], seed: 3)
      #expect(try show.shake("bob", another).outcome == "won")
    }
  }

  @Test func `a long recording cut anew counts for the slots that are on, once each`() throws {
    try Show.with { show in
      show.at(34)
      func answer(_ user: String, _ from: Double, _ seconds: Double) throws -> Show.Answer {
        try show.shake(user, show.recording(from: from, seconds: seconds))
      }
      // Slots 2 and 3, 1 and 2, 0 and 1.
      let won = try answer("ada", 23, 11)
      #expect(won.outcome == "won", "\(won.text)")
      #expect(try answer("ada", 24, 10).exitCode == 6)
      #expect(try answer("ada", 12, 12).outcome == "won")
      #expect(try answer("ada", 4, 10).code == "stadiumshake.late")
      // A copy that was cut is another file: what positions are for.
      #expect(try answer("bob", 23, 11).code == "stadiumshake.recording-used")
      #expect(try answer("bob", 23.1, 10.9).outcome == "won")
    }
  }

  @Test func `music without a mark, another campaign's show and one that has ended count for nothing`() throws {
    try Show.with { show in
      show.at(15)
      let plain = try show.recording(from: 5, seconds: 10, of: show.music, name: "plain")
      #expect(try show.shake("ada", plain).code == "stadiumshake.no-mark")
      let heard = try show.recording(from: 5, seconds: 10)
      try show.home.done("stadium event end derby")
      show.at(15.5)
      // What was played before the end still counts.
      #expect(try show.shake("ada", heard).outcome == "won")
      show.at(34)
      let answer1 = try show.shake("bob", show.recording(from: 24, seconds: 10))
      #expect(answer1.code == "stadiumshake.over")
    }
    try TestHome.initialised(vault: true) { home in
      let now = home.clock.now()
      let other = try ShakeStage(home, StadiumShake.self, campaign: "other")
      #expect(other.campaign == "other")
      let show = try Show(home, event: "--campaign other")
      #expect(show.start == now)
      show.at(15)
      let answer2 = try show.shake("ada", show.recording(from: 5, seconds: 10))
      #expect(answer2.code == "stadiumshake.other-event")
    }
  }

  @Test func `the recording says which campaign it is for`() throws {
    try TestHome.initialised(vault: true) { home in
      // It runs as well, and would come first.
      _ = try ShakeStage(home, StadiumShake.self, campaign: "aaa")
      let stage = try ShakeStage(home, StadiumShake.self, campaign: "zzz")
      #expect(stage.campaign == "zzz")
      let show = try Show(home, event: "--campaign zzz")
      show.at(15)
      let path = try show.recording(from: 5, seconds: 10)
      let answer = try JSONValue(parsing: home.done("shake stadium --user ada --audio \(path) --json"))
      let meant = try JSONValue(parsing: home.done("campaign show zzz --json"))["id"]
      #expect(answer["outcome"]?.string == "won" && answer["campaign"] == meant, "\(answer)")
    }
  }

  @Test func `too long a recording is told how long one may be`() throws {
    try Show.with(seconds: 6) { show in
      try Show.write([Float](repeating: 0.01, count: 301 * 16_000), to: "\(show.home.path)/long.wav")
      let answer = try show.shake("ada", "\(show.home.path)/long.wav")
      #expect(answer.exitCode == 2 && answer.text.contains("longer than five minutes"), "\(answer.text)")
    }
  }

  @Test func `once in an event, where the campaign says so`() throws {
    try Show.with(settings: ["once": "event"]) { show in
      show.at(15)
      let answer3 = try show.shake("ada", show.recording(from: 5, seconds: 10))
      #expect(answer3.outcome == "won")
      show.at(34)
      let answer4 = try show.shake("ada", show.recording(from: 24, seconds: 10))
      #expect(answer4.exitCode == 6)
    }
  }

  @Test func `where a position counts, it has to be near, and nobody flies`() throws {
    try Show.with(settings: ["within": 500, "speed": 200], event: "--position 41.3809,2.1228") { show in
      show.at(15)
      let first = try show.recording(from: 5, seconds: 10)
      #expect(try show.shake("ada", first).code == "stadiumshake.no-position")
      #expect(try show.shake("ada", first, position: (41.39, 2.1228)).code == "stadiumshake.elsewhere")
      #expect(try show.shake("ada", first, position: (41.3811, 2.1230)).outcome == "won")
    }
    // Without a place of the campaign's, positions are still held against each other.
    try Show.with { show in
      show.at(15)
      let path = try show.recording(from: 5, seconds: 10)
      #expect(try show.shake("ada", path, position: (41.38, 2.12)).outcome == "won")
      show.at(34)
      let later = try show.recording(from: 24, seconds: 10)
      #expect(try show.shake("ada", later, position: (48.2, 16.4)).code == "stadiumshake.too-fast")
      #expect(try show.shake("ada", later, position: (41.385, 2.12)).outcome == "won")
    }
  }

  @Test func `a dry run changes nothing, and a key gives the first answer for ever`() throws {
    try Show.with { show in
      show.at(15)
      let path = try show.recording(from: 5, seconds: 10)
      let before = try show.home.contents()
      let dry = try show.shake("ada", path, extra: ["--dry-run"])
      #expect(dry.outcome == "won" && dry.slot == nil, "\(dry.text)")
      #expect(try show.home.contents() == before)
      #expect(try show.shake("ada", path, key: "one").outcome == "won")
      // Hours later nothing of it can be heard any more; the key is the same shake.
      show.at(7_000)
      let again = try show.shake("ada", path, key: "one")
      #expect(again.outcome == "won" && again.isReplay, "\(again.text)")
      let other = try show.recording(from: 6, seconds: 10, name: "other")
      #expect(try show.shake("ada", other, key: "one").exitCode == 5)
      #expect(try show.stage.coins(of: "ada") == 10)
    }
  }

  @Test func `with the original known, three seconds in a hall are enough`() throws {
    try Show.with { show in
      let path = "\(show.home.path)/music.wav"
      try show.home.done("stadium piece add anthem \(path) --event derby --start \(show.start)")
      #expect(try show.home.qix("stadium piece add anthem \(path) --event derby").exitCode == 5)
      show.at(12)
      let answer = try show.shake("ada", show.recording(from: 8, seconds: 4, through: Self.hall))
      #expect(answer.outcome == "won", "\(answer.text)")
      let shake = try #require(JSONValue(parsing: answer.text.split(separator: "\n}")[0] + "\n}")["shake"]?.string)
      #expect(try show.home.done("shake explain \(shake)").contains("original"))
      try show.home.done("stadium piece remove anthem --event derby")
      #expect(try show.home.done("stadium piece list --event derby --json").contains("\"pieces\": []"))
    }
  }

  @Test func `chirps above hearing say the same close by`() throws {
    try Show.with(seconds: 6) { show in
      let (rate, path) = (44_100, show.home.path)
      let music = MadeUpMusic.make(seconds: 14, rate: rate)
      try Show.write(music, to: "\(path)/wide.wav", rate: rate)
      let embed = "stadium embed --event derby --start \(show.start) --ultrasound"
      #expect(try show.home.qix("\(embed) \(path)/music.wav -").exitCode == 2)
      try show.home.done("\(embed) \(path)/wide.wav \(path)/chirps.wav")
      let marked = try Show.read("\(path)/chirps.wav")
      // Nothing below 15 kHz: who talks beside the phone is heard instead of the music.
      let high = zip(marked, music).map { $0 - $1 }
      let only = zip(high, MadeUpMusic.make(seconds: 14, rate: rate, seed: 9)).map { $0 + 3 * $1 }
      try Show.write(Array(only[2 * rate..<9 * rate]), to: "\(path)/heard.wav", rate: rate)
      show.at(9)
      #expect(try show.shake("ada", "\(path)/heard.wav").outcome == "won")
    }
  }

  @Test func `a token of an integrator shakes, and marks nothing`() throws {
    try Show.with { show in
      try show.home.done("token create till --role integrator --output \(show.home.path)/till.token")
      show.at(15)
      let answer = try show.shake(
        "ada", show.recording(from: 5, seconds: 10), extra: ["--as", "\(show.home.path)/till.token"])
      #expect(answer.outcome == "won", "\(answer.text)")
      let embed = "--as \(show.home.path)/till.token stadium embed --event derby --start \(show.start)"
      #expect(try show.home.qix("\(embed) \(show.home.path)/music.wav -").exitCode == 4)
    }
  }

  @Test func `a user's recordings are merged, exported and forgotten where they were made`() throws {
    try Show.with { show in
      show.at(20)
      _ = try show.shake("ada", show.recording(from: 10, seconds: 9.5), position: (41.38, 2.12))
      #expect(try show.home.done("user export ada --reveal --reason asked").contains("recording_sha256"))
      try show.home.done("user merge ada --into bob")
      let again = try show.shake("bob", show.recording(from: 10.3, seconds: 9))
      #expect(again.exitCode == 6, "\(again.text)")
      try show.home.done("user erase bob --confirm bob --reason request")
      let places = try show.home.unchecked.read { connection in
        try connection.first("SELECT count(latitude) FROM stadiumshake_hearings") { $0.integer(0) }
      }
      #expect(places == 0)
    }
  }
}
