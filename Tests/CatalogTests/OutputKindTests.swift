import QixCommands
import QixKernel
import QixTerminal
import Testing

/// Every option that names a file which is written says which rule the file is under (cli.md 26).
@Suite struct OutputKindTests {
  /// By command and option. Whatever writes another file has to be put here, and thought about.
  private static let kinds: [String: OutputKind] = [
    "campaign report --svg": .derived, "campaign simulate --svg": .derived, "coins report --svg": .derived,
    "read results --svg": .derived, "reward report --svg": .derived, "reward simulate --svg": .derived,
    "tier report --svg": .derived, "video report --svg": .derived, "wallet plot --svg": .derived,
    "report --html": .derived, "user avatar --output": .derived, "man --output": .derived,
    "stadium analyse --svg": .derived,
    "stadium embed OUT": .derived, "stadium embed --report": .derived,
    "coins apply --results": .derived, "coins apply --rejects": .derived, "coins import --results": .derived,
    "coins import --rejects": .derived, "coins issue --results": .derived, "coins issue --rejects": .derived,
    "shake send --results": .derived, "user import --results": .derived, "user import --rejects": .derived,
    "user export --output": .record, "read answers export --output": .record, "read questions export --output": .record,
    "receipt review show --svg": .record,
    "voucher export --output": .secret, "voucher generate --output": .secret, "voucher barcode --svg": .secret,
    "link qr --svg": .derived, "link qr --png": .derived,
    "voucher barcode --png": .secret, "campaign show --file": .record, "reward show --file": .record,
    "card show --file": .record,
    "vault export FILE": .secret, "db backup FILE": .secret,
    "token create --output": .irreplaceable, "token rotate --output": .irreplaceable,
    "vault init --key-file": .irreplaceable, "vault import --key-file": .irreplaceable,
    "vault slot add --file": .irreplaceable,
  ]

  /// What makes one think of a file that is written.
  private static let words = ["rite ", "new file", "go into", "Put ", "Answer ", "is made"]

  @Test func everyOutputOptionDeclaresItsKind() throws {
    var found: [String: OutputKind] = [:]
    for place in try Commands.places() {
      let path = place.path.dropFirst().joined(separator: " ")
      for parameter in place.forms where parameter.completion == .file || parameter.output != nil {
        let name = "\(path) \(parameter.label)"
        if let kind = parameter.output {
          found[name] = kind
        } else {
          #expect(!Self.words.contains { parameter.help.contains($0) }, "'\(name)' writes a file: of which kind?")
        }
      }
      let isRecord = place.forms.contains { $0.output?.isForced ?? false }
      let hasForce = place.forms.contains { $0.help == "Replace a file that is there" }
      #expect(hasForce == isRecord, "\(path)")
    }
    #expect(found == Self.kinds)
  }
}
