import QixFormats
import QixLibraries
import QixTerminal
import QixTesting
import Testing

/// Rewards and cards with pictures of the brand's own.
@Suite(.needs(.library(.picture, packages: "libjpeg62-turbo-dev libpng-dev libwebp-dev libheif-dev")))
struct ShownPictureTests {
  private func with(_ body: (TestHome, _ address: String) throws -> Void) throws {
    try TestHome.initialised { home in
      let path = try Samples.write(Samples.file("quarters.png"), to: "picture", in: home)
      let added = try JSONValue(parsing: home.done("picture add mug \(path) --json"))
      try body(home, try #require(added["address"]?.string))
    }
  }

  private func shown(_ home: TestHome) throws -> JSONValue? {
    let here = try JSONValue(parsing: home.done("card here --json"))
    return here["pages"]?.array?.first?["cards"]?.array?.first?["picture"]
  }

  @Test func aCardShowsIt() throws {
    try with { home, address in
      for text in ["picture:none", "picture:", "picture:No", "/v1/pictures/mug"] {
        let refused = try home.qix(["card", "create", "a", "--title", "A", "--picture", text])
        #expect(refused.exitCode == 2 && refused.errors.contains("--picture: "), "\(text): \(refused.errors)")
      }
      let missing = try home.qix("card create a --title A --picture picture:none")
      #expect(missing.errors.contains("there is no picture 'none'"), "\(missing.errors)")
      try home.done("card create a --title A --picture picture:mug")
      try home.done("card publish a")
      #expect(try shown(home)?.string == address)
      // The file keeps the name.
      #expect(try home.done("card show a --file -").contains("picture:mug"))
      try home.done("picture remove mug")
      #expect(try shown(home)?.isNull ?? true)
      // Another part can still be changed.
      try home.done("card set a --title B")
      #expect(try home.qix("card set a --picture picture:other").exitCode == 2)
    }
  }

  @Test func aRewardShowsIt() throws {
    try with { home, address in
      let words = "reward create mug --brand Alba --title Mug --delivery goods --price 5 --stock 3 --picture"
      let missing = try home.qix("\(words) picture:none")
      #expect(missing.exitCode == 2 && missing.errors.contains("there is no picture 'none'"), "\(missing.errors)")
      try home.done("\(words) picture:mug")
      func picture() throws -> JSONValue? { try JSONValue(parsing: home.done("reward show mug --json"))["picture"] }
      #expect(try picture()?.string == address)
      #expect(try home.done("reward show mug --file -").contains("picture:mug"))
      let table = "name,brand,title,delivery,price,picture\ncup,Alba,Cup,goods,5,picture:none\n"
      let line = try home.qix("reward import - --format csv", input: table)
      #expect(line.exitCode == 2 && line.errors.contains("there is no picture 'none'"), "\(line.errors)")
      try home.done("picture remove mug")
      #expect(try picture()?.isNull ?? true)
      let publish = try home.qix("reward publish mug")
      #expect(publish.exitCode == 6 && publish.errors.contains("there is no picture 'mug'"), "\(publish.errors)")
    }
  }
}
