import QixFormats
import QixKernel
import QixLibraries
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Pictures

private let packages = "libjpeg62-turbo-dev libpng-dev libwebp-dev libheif-dev"

/// `qix picture add|list|remove`
@Suite(.needs(.library(.picture, packages: packages))) struct PictureCommandTests {
  @discardableResult
  private func add(_ home: TestHome, _ name: String, _ bytes: [UInt8], _ more: String = "") throws -> JSONValue {
    let path = try Samples.write(bytes, to: "picture", in: home)
    return try JSONValue(parsing: home.done("picture add \(name) \(path) --json \(more)"))
  }

  private func listed(_ home: TestHome) throws -> [JSONValue] {
    try JSONValue(parsing: home.done("picture list --json"))["pictures"]?.array ?? []
  }

  private func stored(_ home: TestHome, _ name: String, isSmall: Bool = false) throws -> [UInt8] {
    let found = try home.unchecked.read { try PictureStore($0).content(name, isSmall: isSmall)?.bytes }
    return try #require(found)
  }

  @Test func nothingOfAPhotoIsKeptButItsPixels() throws {
    try TestHome.initialised { home in
      let photo = try Samples.located()
      #expect(PlainJPEG(photo) == nil)
      let added = try add(home, "mug", photo, "--alt Mug")
      // The orientation is heeded before it is left out.
      #expect(added["width"] == 32 && added["height"] == 48 && added["alt"] == "Mug", "\(added.text())")
      let digest = try #require(added["digest"]?.string)
      #expect(added["address"]?.string == "/v1/pictures/mug.\(digest)")
      for isSmall in [false, true] {
        let bytes = try stored(home, "mug", isSmall: isSmall)
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(!text.contains("Exif") && !text.contains("GPS"))
        #expect(PlainJPEG(bytes) != nil)
      }
      let large = try stored(home, "mug")
      #expect(PlainJPEG(large)?.digest == digest && added["bytes"]?.integer == Int64(large.count))
      #expect(try listed(home).map { $0["picture"] } == ["mug"])
    }
  }

  @Test(arguments: ["quarters.png", "quarters-alpha.png", "quarters.webp", "quarters.heic", "quarters-ink.jpg"])
  func eachFormatBecomesAJPEG(_ name: String) throws {
    try TestHome.initialised { home in
      let added = try add(home, "a", Samples.file(name))
      let (width, height) = (added["width"]?.integer ?? 0, added["height"]?.integer ?? 1)
      #expect(width * 32 == height * 48, "\(added.text())")
      #expect(try PlainJPEG(stored(home, "a", isSmall: true)).map { max($0.width, $0.height) <= 480 } == true)
    }
  }

  @Test func whatIsNoPictureIsRefusedInWords() throws {
    try TestHome.initialised { home in
      let png = try Samples.file("quarters.png")
      let cases: [([UInt8], String)] = [
        (Array("Once upon a time there was a text".utf8), "lens.unknown-format"),
        (Array("%PDF-1.4\n".utf8) + [UInt8](repeating: 0x20, count: 100), "lens.unknown-format"),
        (Array(png.prefix(png.count - 20)), "lens.damaged"), (try Samples.huge(), "lens.too-many-pixels"),
      ]
      for (bytes, code) in cases {
        let path = try Samples.write(bytes, to: "picture", in: home)
        let outcome = try home.qix("picture add mug \(path) --json")
        #expect(outcome.exitCode == 2 && outcome.errors.contains(code), "\(outcome.errors)")
      }
      #expect(try home.qix("picture add mug \(home.path)/nowhere.jpg").exitCode == 2)
      let path = try Samples.write(png, to: "picture", in: home)
      for name in ["Mug", "a.b", "a/b", "-a"] {
        #expect(try home.qix(["picture", "add", "--", name, path]).exitCode == 2, "\(name)")
      }
      #expect(try home.count("pictures_pictures") == 0)
    }
  }

  @Test func anotherTakesThePlaceOfOne() throws {
    try TestHome.initialised { home in
      let first = try add(home, "mug", Samples.file("quarters.png"), "--alt Mug")
      let path = try Samples.write(Samples.file("quarters-grey.jpg"), to: "picture", in: home)
      let taken = try home.qix("picture add mug \(path)")
      #expect(taken.exitCode == 5 && taken.errors.contains("--replace"), "\(taken.errors)")
      let before = try home.contents()
      #expect(try home.qix("picture add mug \(path) --replace --dry-run").exitCode == 0)
      #expect(try home.contents() == before)
      let second = try add(home, "mug", Samples.file("quarters-grey.jpg"), "--replace")
      #expect(second["picture"] == "mug" && second["alt"] == "Mug" && second["digest"] != first["digest"])
      #expect(try listed(home).count == 1)
    }
  }

  @Test func whatIsRemovedIsGone() throws {
    try TestHome.initialised { home in
      try add(home, "mug", Samples.file("quarters.png"))
      let near = try home.qix("picture remove mugg")
      #expect(near.exitCode == 3 && near.errors.contains("did you mean 'mug'"), "\(near.errors)")
      #expect(try home.done("picture remove mug --quiet") == "mug\n")
      #expect(try listed(home).isEmpty && home.count("pictures_pictures") == 0)
    }
  }

  @Test func allTogetherHaveALimit() throws {
    try TestHome.initialised { home in
      try home.done("setting set pictures.most-megabytes 1")
      try add(home, "a", Samples.file("quarters.png"))
      let plain = try stored(home, "a")
      let long = Array(plain.dropLast(2)) + [UInt8](repeating: 0, count: 1_200_000) + [0xFF, 0xD9]
      let (large, small) = (try #require(PlainJPEG(long)), try #require(PlainJPEG(plain)))
      let failure = #expect(throws: Failure.self) {
        try home.database.write(Change("test")) { connection, _ in
          _ = try PictureStore(connection).put(
            "b", alt: nil, EncodedPicture(large: large, small: small), replacing: false, at: home.clock.now())
        }
      }
      #expect(failure?.code == "pictures.full")
    }
  }

  @Test func aBackupHasThem() throws {
    try TestHome.initialised { home in
      try add(home, "mug", Samples.located())
      let before = try stored(home, "mug")
      let backup = "\(home.path)/backup.db"
      try home.done("db backup \(backup)")
      try home.done("picture remove mug")
      try home.done("db restore \(backup) --yes")
      #expect(try stored(home, "mug") == before)
      try home.done("db check")
      try home.unchecked.exclusively {
        try $0.execute(script: "UPDATE pictures_pictures SET digest = '00000000000000000000000000000000'")
      }
      let check = try home.qix("db check")
      #expect(check.exitCode != 0 && (check.output + check.errors).contains("picture 'mug' was altered"), "\(check)")
    }
  }
}
