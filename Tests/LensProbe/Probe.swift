import Glibc
import QixFormats
import QixLens

/// Tries what a worker must not be able to do, as the options ask, and says what came of it.
struct Probe: LensOperation {
  static let name = "probe"
  static let limits = LensLimits(fileBytes: 1 << 20, seconds: 2, memory: 256 << 20, requests: 5, answerBytes: 4 << 10)

  private let state = State()

  private final class State {
    var served: Int64 = 0
  }

  init() throws {}

  static func accepts(_ reading: JSONObject) -> Bool { reading["forged"] == nil }

  func look(at file: LensFile, _ options: JSONObject) throws(LensFault) -> JSONObject {
    state.served += 1
    guard let attempt = options["try"]?.string else {
      let bytes = try file.bytes(most: Self.limits.fileBytes)
      return ["served": .integer(state.served), "sum": .integer(bytes.reduce(0) { $0 &+ Int64($1) })]
    }
    if attempt == "crash-when-old" {
      if state.served > 1 { Attempt.crash() }
      return ["served": .integer(state.served)]
    }
    if attempt == "fail-when-old" {
      if state.served > 1 { throw .tooMuch }
      return ["served": .integer(state.served)]
    }
    return ["error": .integer(try Attempt.make(attempt, file))]
  }
}

/// The same with threads.
struct ThreadProbe: LensOperation {
  static let name = "thread-probe"
  static let limits = LensLimits(
    fileBytes: 1 << 20, seconds: 2, memory: 256 << 20, rights: [.threads, .machineCode])

  init() throws {}
  static func accepts(_ reading: JSONObject) -> Bool { true }

  func look(at file: LensFile, _ options: JSONObject) throws(LensFault) -> JSONObject {
    ["error": .integer(try Attempt.make(options["try"]?.string ?? "", file))]
  }
}

/// The same with more patience than any test has.
struct LongProbe: LensOperation {
  static let name = "long-probe"
  static let limits = LensLimits(fileBytes: 1 << 20, seconds: 60, memory: 256 << 20)

  init() throws {}
  static func accepts(_ reading: JSONObject) -> Bool { true }

  func look(at file: LensFile, _ options: JSONObject) throws(LensFault) -> JSONObject {
    ["error": .integer(try Attempt.make(options["try"]?.string ?? "", file))]
  }
}

/// Decodes pictures.
struct PictureProbe: LensOperation {
  static let name = "picture"
  static let limits = LensLimits(fileBytes: 16 << 20, seconds: 5, memory: 512 << 20, rights: Picture.rights)

  init() throws { try Picture.load() }
  static func accepts(_ reading: JSONObject) -> Bool { (reading["width"]?.integer ?? 0) > 0 }

  func look(at file: LensFile, _ options: JSONObject) throws(LensFault) -> JSONObject {
    let picture = try Picture.decode(
      file.bytes(most: Self.limits.fileBytes), as: options["grey"]?.bool == true ? .grey : .rgb,
      longest: options["longest"]?.integer.map { Int($0) })
    let dark = picture.pixels.count { $0 < 128 }
    return [
      "width": .integer(Int64(picture.width)), "height": .integer(Int64(picture.height)),
      "dark": .integer(Int64(dark)),
    ]
  }
}
