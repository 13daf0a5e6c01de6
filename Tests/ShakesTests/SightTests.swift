import IdentityContract
import QixCrypto
import QixFormats
import QixKernel
import QixLens
import QixShake
import QixStorage
import QixTesting
import Synchronization
import Testing

@testable import Shakes

/// Files that users bring: the server looks at them before the transaction, and nobody else says what is in them.
@Suite struct SightTests {
  /// Counts the bytes of a file.
  struct CountBytes: LensOperation {
    static let name = "count-bytes"
    static let limits = LensLimits(fileBytes: 1_000, seconds: 1, memory: 64 << 20)
    init() throws {}
    static func accepts(_ reading: JSONObject) -> Bool { reading["bytes"]?.integer != nil }
    func look(at file: LensFile, _ options: JSONObject) throws(LensFault) -> JSONObject {
      if file.size == 0 { throw .unknownFormat }
      return ["bytes": .integer(Int64(file.size))]
    }
  }

  /// Wins as many units as its picture has bytes; a picture counts once.
  struct PhotoShake: ShakeType {
    static let name = "photo"
    static let summary = "Show a photo"
    static let evidence = [EvidenceField("caption", .text(most: 20), "What is on it")]
    static let sights = [
      SightField("image", operation: "count-bytes", "The photo.", isRequired: true),
      SightField("back", operation: "count-bytes", "Its other side."),
    ]
    init(_ settings: ShakeSettings) {}

    func verify(_ attempt: Attempt, in connection: Connection) throws -> Verdict {
      guard let sight = attempt.sight("image"), let bytes = sight.reading["bytes"]?.integer else {
        return .refused(Refusal("photo.nothing", "there is nothing on it"))
      }
      precondition(sight.bytes == Int(bytes))
      let facts: JSONObject = [
        "bytes": .integer(bytes), "back": attempt.sight("back").map { .integer(Int64($0.bytes)) } ?? nil,
      ]
      return .accepted(
        Proof(facts: facts, use: SingleUse(.everybody, "photo:\(Hexadecimal.encode(sight.digest.bytes))")))
    }
  }

  private struct Booth {
    let fair: Fair
    let user: UserID
    let lens = Lens([CountBytes.self], executable: nil)

    static func with(_ body: (Booth) throws -> Void) throws {
      try Fair.with { fair in
        fair.tools.withLock { $0.types["photo"] = PhotoShake.self }
        try fair.open(types: [.use("photo"), .use("code")])
        try body(Booth(fair: fair, user: fair.user("ada")))
        try fair.verify()
      }
    }

    func look(_ files: [String: [UInt8]]) throws -> [String: Sight] {
      try Sights.look(at: files.mapValues { try LensFile($0) }, for: PhotoShake.self, lens: lens)
    }

    func shake(
      _ sights: [String: Sight], type: String = "photo", with evidence: JSONObject = [:], key: String? = nil
    ) throws -> ShakeAnswer {
      let request = ShakeRequest(
        user: user, type: type, campaign: "summer", evidence: Evidence(evidence), sights: sights, key: key)
      return try fair.service.run(request, reason: nil, isDryRun: false)
    }
  }

  @Test func aTypeSeesWhatTheServerSaw() throws {
    try Booth.with { booth in
      let sights = try booth.look(["image": [1, 2, 3], "back": [4], "nobody-asked": [5]])
      #expect(sights.keys.sorted() == ["back", "image"])
      var digest = SHA256()
      digest.update([1, 2, 3])
      #expect(sights["image"]?.digest.bytes == digest.finish())
      let answer = try booth.shake(sights)
      #expect(answer.outcome.won == 10)
      let record = try #require(try booth.fair.record(answer))
      #expect("\(record)".contains("bytes"))
      // The same picture, whoever brings it.
      #expect(try booth.shake(sights).outcome.refusal == "shakes.used-already")
    }
  }

  @Test func whatATypeDoesNotTakeAndWhatItLacksIsRefused() throws {
    try Booth.with { booth in
      let sights = try booth.look(["image": [1, 2, 3]])
      let image = try #require(sights["image"])
      #expect(try booth.shake([:]).outcome.refusal == "shakes.sight-missing")
      #expect(try booth.shake(["image": image, "front": image]).outcome.refusal == "shakes.sight-unknown")
      #expect(try booth.shake(sights, type: "code", with: ["code": "a"]).outcome.refusal == "shakes.sight-unknown")
      // What another operation saw is no sight of this one's.
      let other = Sight(operation: "guess", digest: image.digest, bytes: image.bytes, reading: image.reading)
      #expect(try booth.shake(["image": other]).outcome.refusal == "shakes.sight-unknown")
      #expect(try booth.fair.coins(booth.user) == 0)
    }
  }

  /// Evidence is a client's word, and stays evidence, whatever it is called.
  @Test func aClientCantSayWhatTheServerSaw() throws {
    try Booth.with { booth in
      for name in ["image", "sights", "sight"] {
        let forged: JSONObject = [name: ["operation": "count-bytes", "bytes": 3, "reading": ["bytes": 3]]]
        #expect(try booth.shake([:], with: forged).outcome.refusal == "shakes.evidence-unknown", "\(name)")
      }
      let line = Array(
        #"{"user": "ada", "type": "photo", "sights": {"image": {"reading": {"bytes": 3}}}}"#.utf8)
      let users = try booth.fair.context.service(Users.directory)
      #expect(throws: Failure.self) {
        try booth.fair.database.read { try ShakeLine.request(line, users, in: $0) }
      }
    }
  }

  /// The key stands for the file, not for what this version of the program reads of it.
  @Test func theFileIsAPartOfWhatAKeyStandsFor() throws {
    try Booth.with { booth in
      let sights = try booth.look(["image": [1, 2, 3]])
      let image = try #require(sights["image"])
      let first = try booth.shake(sights, key: "k")
      let readOtherwise = Sight(
        operation: image.operation, digest: image.digest, bytes: image.bytes, reading: ["bytes": 3, "more": true])
      let again = try booth.shake(["image": readOtherwise], key: "k")
      #expect(again.isReplay && again.shake == first.shake)
      for other in [try booth.look(["image": [1, 2, 4]]), ["back": image], [:]] {
        #expect(throws: ShakesError.keyConflict("k")) { try booth.shake(other, key: "k") }
      }
    }
  }

  /// A key of a version before there were sights stays what it is.
  @Test func requestsWithoutFilesHaveTheDigestTheyHad() throws {
    let user = UserID(high: 1, low: 2)
    let evidence = Evidence(["code": "a"])
    let request = ShakeRequest(user: user, type: "code", campaign: "summer", evidence: evidence, key: "k")
    var digests = RequestDigest()
    #expect(
      Hexadecimal.encode(digests.digest(of: request).bytes)
        == "9f1fb8fc50b72ab2162b5996603e897671573f26a0fed31df2eb8b43afdf7c4d")
  }

  @Test func whatTheLensCantReadNeverBecomesAShake() throws {
    try Booth.with { booth in
      let error = #expect(throws: LensError.self) { try booth.look(["image": []]) }
      #expect(error?.code == "lens.unknown-format")
      #expect(throws: LensError.self) { try booth.look(["image": [UInt8](repeating: 0, count: 1_001)]) }
    }
  }
}
