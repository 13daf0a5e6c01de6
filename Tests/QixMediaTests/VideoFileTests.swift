import Foundation
import QixFormats
import QixKernel
import QixLens
import QixLibraries
import QixTesting
import Testing

@testable import QixMedia

/// The program beside this test, which reads files in a process of its own.
private let program = Requirement.programPath

private func withFile<Result>(_ bytes: [UInt8], _ body: (String) throws -> Result) throws -> Result {
  let path = NSTemporaryDirectory() + "/qix-media-\(UInt64.random(in: 0 ... .max))"
  try Data(bytes).write(to: URL(filePath: path))
  defer { try? FileManager.default.removeItem(atPath: path) }
  return try body(path)
}

private func look(_ bytes: [UInt8], executable: String? = nil) throws -> VideoFile {
  try withFile(bytes) { try VideoFile(path: $0, lens: Lens([VideoOperation.self], executable: executable)) }
}

@Suite(.needs(.library(.media, packages: "libavformat-dev"))) struct VideoFileTests {
  @Test(arguments: [UInt32(1), 1_500, 90_000, 86_400_000])
  func theHeaderSaysHowLongItIs(_ milliseconds: UInt32) throws {
    let video = try look(SampleVideo.mp4(milliseconds: milliseconds))
    #expect(video.milliseconds == Int64(milliseconds))
    #expect(video.width == 320 && video.height == 240)
    #expect(video.codec == "h264")
    #expect(video.container.contains("mp4"))
    #expect(!video.hasSound)
  }

  static let others: [(name: String, bytes: [UInt8], code: String)] = [
    ("a text", Array(String(repeating: "Once upon a time.\n", count: 100).utf8), "media.not-video"),
    ("nothing", [], "media.not-video"),
    ("zeros", [UInt8](repeating: 0, count: 100_000), "media.not-video"),
    // Names another file: a playlist is not taken, whatever it names.
    (
      "a playlist",
      Array("#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n/etc/passwd\n#EXT-X-ENDLIST\n".utf8), "media.not-video"
    ),
    ("a list of files", Array("ffconcat version 1.0\nfile /etc/passwd\nduration 90\n".utf8), "media.not-video"),
    ("sound", SampleVideo.mp4(milliseconds: 90_000, track: .sound), "media.only-sound"),
    ("no length", SampleVideo.mp4(milliseconds: 0), "media.no-length"),
    ("a file cut short", Array(SampleVideo.mp4(milliseconds: 90_000).prefix(100)), "media.damaged"),
  ]

  @Test(arguments: others.indices)
  func othersAreRefusedInWords(_ index: Int) throws {
    let sample = Self.others[index]
    let error = #expect(throws: Failure.self, "\(sample.name)") { try look(sample.bytes) }
    #expect(error?.code == sample.code, "\(sample.name)")
    #expect(error?.category == .usage)
    #expect(error?.hint != nil)
  }

  @Test func whatIsNoFileIsRefused() throws {
    for path in ["/nowhere/film.mp4", "/", "/dev/zero"] {
      let error = #expect(throws: Failure.self) {
        try VideoFile(path: path, lens: Lens([VideoOperation.self], executable: nil))
      }
      #expect(error?.code == "media.unreadable", "\(path)")
    }
  }

  @Test(.needs(.program))
  func aWorkerSaysTheSame() throws {
    let file = SampleVideo.mp4(milliseconds: 90_000)
    #expect(try look(file, executable: program) == look(file))
    for sample in Self.others {
      let error = #expect(throws: Failure.self, "\(sample.name)") { try look(sample.bytes, executable: program) }
      #expect(error?.code == sample.code, "\(sample.name)")
    }
  }

  static let readings: [JSONObject] = [
    [:], ["milliseconds": 1], changed("milliseconds", 0), changed("milliseconds", "1"), changed("width", -1),
    changed("height", 4_294_967_296), changed("sound", 1), changed("codec", "h 264"),
    changed("codec", .string(String(repeating: "x", count: 32))), changed("more", 1),
  ]

  private static func changed(_ name: String, _ value: JSONValue) -> JSONObject {
    var reading: JSONObject = [
      "milliseconds": 1, "width": 0, "height": 0, "sound": false, "container": "avi", "codec": "h264",
    ]
    precondition(VideoFile(reading) != nil)
    reading[name] = value
    return reading
  }

  /// A worker that has read a hostile file may answer anything.
  @Test(arguments: readings) func whatNoHeaderSaysIsNoAnswer(_ reading: JSONObject) {
    #expect(!VideoOperation.accepts(reading))
  }
}
