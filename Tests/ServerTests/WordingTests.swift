import QixCatalog
import QixCommands
import QixFormats
import QixKernel
import QixTerminal
import QixTesting
import Testing

@testable import Server

/// What commands say of themselves, in the words of HTTP.
@Suite struct WordingTests {
  private static let wording = try? Wording(RouteTable(Qix.program(home: "", actor: "test").tree))

  /// Sentences of help, and what the description of the interface says in their place.
  private static let sentences: [(Sentence, String)] = [
    ("--dry-run shows what that would be", "dry_run shows what that would be"),
    ("say who shakes: --user USER", "say who shakes: user"),
    ("--continue BATCH sends what the batch lacks", "continue sends what the batch lacks"),
    ("--rejects writes the refused lines", "rejects writes the refused lines"),
    ("--as and --to usr_…, --file FILENAMEs", "as and to usr_…, file FILENAMEs"),
    ("`qix reward confirm` fulfils it", "`POST /v1/rewards/{redemption}/confirm` fulfils it"),
    ("See `qix setting show coins.approval-above`.", "See `GET /v1/settings/coins.approval-above`."),
    ("`qix wallet show USER --soon 90d` lists them", "`GET /v1/wallets/{user}` with soon lists them"),
    ("`qix db restore FILE` brings it back", "`qix db restore FILE` brings it back"),
    ("it ends with \(exit: .refused), or with \(exit: .busy)", "it ends with status 422, or with status 503"),
    ("it waits, with \(exit: nil)", "it waits, with status 200"),
    ("It comes \(secret: "age-code").", "It comes from age_code."),
    ("a range -- or a dash - stays", "a range -- or a dash - stays"),
    ("a value '\(Sentence(text: "--dry-run"))' stays", "a value '--dry-run' stays"),
  ]

  @Test(arguments: sentences) func sentencesAreThoseOfHTTP(_ sentence: Sentence, _ http: String) throws {
    #expect(try #require(Self.wording).describing.text(sentence) == http)
  }

  @Test func hintsSpeakOfWhatARequestTakes() throws {
    let teller = Teller(try #require(Self.wording), nil)
    func hint(_ sentence: Sentence) -> String? { teller.advice(sentence) }
    #expect(
      hint("Lines that could be done are done. --rejects FILE puts the others into a file.")
        == "Lines that could be done are done.")
    #expect(hint("--rejects FILE has them all.") == nil)
    #expect(hint("Say --reason. And try again") == "Say reason. And try again")
    #expect(hint("Run it as the folder's owner, without --as (QIX_AS, `as` in the config file).") == nil)
    #expect(hint("Run `qix shake tv --help` to see its options.") == nil)
    let name = "`qix db check` --rejects. And"
    #expect(hint("There is no '\(name)'.") == "There is no '\(name)'.", "a value is told as it is")
  }

  /// Nothing in the description of the interface speaks of a terminal's ways.
  @Test func theDescriptionSpeaksOfRequests() throws {
    try TestHome.initialised { home in
      try RunningServer.with(home) { server in
        let paths = try #require(server.get("/v1/openapi.json").json["paths"]?.object)
        var texts: [(String, String)] = []
        func collect(_ value: JSONValue, _ place: String) {
          for member in value.object?.members ?? [] {
            if member.key == "description" || member.key == "summary", let text = member.value.string {
              texts.append((place, text))
            } else {
              collect(member.value, "\(place)/\(member.key)")
            }
          }
          for element in value.array ?? [] { collect(element, place) }
        }
        collect(.object(paths), "")
        #expect(texts.count > 1_000)
        for (place, text) in texts {
          for word in [" --", "exit code", "standard input", "or - for", "-fd"] {
            #expect(!text.contains(word), "\(place): \(text)")
          }
        }
        #expect(texts.contains { $0.1 == "The one-time code" })
      }
    }
  }
}
