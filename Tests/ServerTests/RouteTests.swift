import QixCatalog
import QixCommands
import QixFormats
import QixKernel
import QixTerminal
import QixTesting
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

  /// A GET carries no file, so what reads one by choice is a POST of the same address, too.
  @Test func aFileThatIsReadComesByPOST() throws {
    try TestHome.initialised { home in
      try RunningServer.with(home) { server in
        let token = try server.token("olga", "operator")
        let campaign = """
          {"name": "spring", "brand": "Alba", "title": "Spring", "start": "2027-03-01", "end": "2027-04-01", \
          "time-zone": "UTC", "shakes": {"scan": {}}, "award": {"fixed": 10}}
          """
        let path = "/v1/campaigns/simulate"
        let form =
          "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"c.json\"\r\n\r\n\(campaign)\r\n"
          + "--x\r\nContent-Disposition: form-data; name=\"users\"\r\n\r\n50\r\n--x--\r\n"
        let sent = try server.request(
          "POST", path, as: token, body: form, type: "multipart/form-data; boundary=x")
        #expect(sent.status == 200 && sent.json["users"] == 50, "\(sent.body)")
        let json = try server.post(path, as: token, "{\"users\": 50, \"file\": \(campaign)}")
        #expect(json.body == sent.body, "\(json.body)")
        #expect(try server.get(path + "?campaign=none", as: token).status == 404)
        let forms = try server.get("/v1/commands.json").json["commands"]?.array ?? []
        let simulate = forms.first { $0["command"] == "campaign simulate" }
        #expect(simulate?["method"] == "POST" && simulate?["effect"] == "reads", "\(simulate as Any)")
      }
    }
    let offers = try RouteTable(try Self.program.get().tree).offers
    #expect(Set(offers.map(\.id)).count == offers.count)
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
