import QixTesting
import Testing

@testable import QixNetwork

@Suite struct AddressReachTests {
  static let hosts: [(String, Bool)] = [
    ("8.8.8.8", true), ("100.63.255.255", true), ("172.15.0.1", true), ("172.32.0.1", true), ("198.20.0.1", true),
    ("0.0.0.0", false), ("10.0.0.1", false), ("100.64.0.1", false), ("127.0.0.1", false), ("127.9.9.9", false),
    ("169.254.169.254", false), ("172.16.0.1", false), ("172.31.255.255", false), ("192.168.1.1", false),
    ("192.0.2.1", false), ("198.18.0.1", false), ("224.0.0.1", false), ("255.255.255.255", false),
    ("[2606:4700:4700::1111]", true), ("[64:ff9b::808:808]", true), ("[::ffff:8.8.8.8]", true),
    ("[::1]", false), ("[::]", false), ("[fe80::1]", false), ("[fc00::1]", false), ("[fd12:3456::1]", false),
    ("[::ffff:127.0.0.1]", false), ("[::ffff:a00:1]", false), ("[64:ff9b::a00:1]", false), ("[2002:a00:1::]", false),
    ("[2001:db8::1]", false), ("[2001:0:1::1]", false), ("[ff02::1]", false), ("[::127.0.0.1]", false),
    ("localhost", false), ("hooks.example", true),
  ]

  @Test(arguments: hosts)
  func whatTheInternetDoesNotRouteIsOutOfReach(_ host: String, _ isReached: Bool) throws {
    let url = try HTTPURL("https://\(host)/")
    #expect(AddressReach.publicOnly.admits(hostOf: url) == isReached)
    #expect(AddressReach.anywhere.admits(hostOf: url))
  }

  @Test func theAddressIsJudgedWhenItIsConnectedTo() throws {
    let server = try LocalServer { _ in LocalServer.answer("hello") }
    var request = HTTPRequest.get(try HTTPURL("\(server.url)/"))
    let client = CurlHTTPClient()
    #expect(try client.send(request).status == 200)
    request.reach = .publicOnly
    #expect(throws: NetworkError.outOfReach(host: "127.0.0.1")) { try client.send(request) }
    // A name of this machine's is judged by where it leads.
    var named = HTTPRequest.get(try HTTPURL("http://localhost:\(server.port)/"))
    named.reach = .publicOnly
    #expect(throws: NetworkError.outOfReach(host: "localhost")) { try client.send(named) }
    #expect(server.requests.count == 1)
  }

  @Test func aRedirectionCanBeAnAnswer() throws {
    let server = try LocalServer { request in
      request.target == "/"
        ? LocalServer.answer("", status: "302 Found", headers: ["Location: /next"]) : LocalServer.answer("next")
    }
    var request = HTTPRequest.get(try HTTPURL("\(server.url)/"))
    #expect(try CurlHTTPClient().send(request).status == 200)
    request.followsRedirections = false
    #expect(try CurlHTTPClient().send(request).status == 302)
  }
}
