import QixCatalog
import QixCommands
import QixFormats
import QixKernel
import QixTerminal
import Testing

@testable import Server

/// Where HTTP has the commands.
@Suite struct RouteTests {
  static let program = Result { try Qix.program(home: "/nonexistent", actor: "tester") }

  @Test func everyCommandHasOneAddressOrSaysWhyNot() throws {
    let tree = try Self.program.get().tree
    let table = try RouteTable(tree)
    #expect(table.offers.count > 200)
    for offer in table.offers {
      let path = offer.address.path
      #expect(path.hasPrefix("/v1/") && path.allSatisfy { $0.isASCII && !$0.isUppercase && $0 != " " }, "\(path)")
      #expect(["GET", "POST", "PATCH", "DELETE", "PUT"].contains(offer.address.method))
      // What changes something is never a GET, which programs on the way repeat and keep.
      #expect(offer.address.method != "GET" || offer.declaration.effect == .reads, "\(offer.place.text)")
      // Nor does one bring what a file holds.
      let needsFile = offer.place.forms.contains { $0.isRequired && $0.kind != .flag && $0.completion == .file }
      #expect(offer.address.method != "GET" || !needsFile, "\(offer.place.text)")
      // Each parameter in the path is one of the command's.
      for name in offer.address.parameters {
        #expect(RequestValues.form(name, among: offer.place.forms)?.isRequired == true, "\(offer.place.text): \(name)")
      }
      guard case .found(let found, _) = table.match(offer.address.method, offer.address.parts) else {
        Issue.record("\(offer.address) is not found")
        continue
      }
      #expect(found.address == offer.address)
    }
    for place in tree.places {
      if case .failure(let reason)? = place.address { #expect(!reason.reason.isEmpty, "\(place.text)") }
    }
  }

  /// What reads everything doesn't keep who looks at a wallet waiting: not from the first time on where it is known, nor
  /// where it shows.
  @Test func slowReadsHaveThreadsOfTheirOwn() throws {
    let table = try RouteTable(try Self.program.get().tree)
    func pace(_ path: [String]) throws -> Pace {
      guard case .found(let offer, _) = table.match("GET", path) else { throw Missing() }
      return offer.pace
    }
    let (wallet, check) = (try pace(["v1", "wallets", "ada"]), try pace(["v1", "coins", "verify"]))
    #expect(!wallet.isSlow && check.isSlow)
    // One that waited for a processor is no slow read; three that take a second are.
    wallet.note(microseconds: 100_000)
    #expect(!wallet.isSlow)
    for _ in 0..<3 { wallet.note(microseconds: 1_000_000) }
    #expect(wallet.isSlow)
    for _ in 0..<20 { wallet.note(microseconds: 500) }
    #expect(!wallet.isSlow)
  }

  private struct Missing: Error {}

  @Test func aWordOfThePathComesBeforeAValue() throws {
    let table = try RouteTable(try Self.program.get().tree)
    guard case .found(let offer, let values) = table.match("HEAD", ["v1", "wallets", "ada"]) else {
      Issue.record("no wallet")
      return
    }
    #expect(offer.place.text == "qix wallet show" && values == ["ada"])
    guard case .otherMethods(let methods) = table.match("PUT", ["v1", "wallets", "ada"]) else {
      Issue.record("a wallet can be put")
      return
    }
    #expect(methods == ["GET"])
    guard case .nothing = table.match("GET", ["v1", "nothing"]) else {
      Issue.record("there is something")
      return
    }
  }
}
