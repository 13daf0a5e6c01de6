import QixHTTP
import Testing

/// Addresses of requests, apart into parts and members.
@Suite struct TargetTests {
  @Test func pathAndQuery() throws {
    let target = try HTTPTarget("/v1/wallets/ad%C3%A4?limit=5&kind=issue&kind=redeem&flag&text=a+b%2Bc")
    #expect(target.path == ["v1", "wallets", "ad\u{E4}"])
    #expect(target.query.map(\.name) == ["limit", "kind", "kind", "flag", "text"])
    #expect(target.query.map(\.value) == ["5", "issue", "redeem", "", "a b+c"])
    #expect(try HTTPTarget("/").path == [])
  }

  @Test(arguments: ["/a//b", "/a/", "/./a", "/a/..", "/a%2Fb", "/a%00", "a", "*", "//host/a"])
  func pathsThatNameNothing(_ text: String) {
    #expect(throws: HTTPTarget.Fault.path) { try HTTPTarget(text) }
  }

  @Test(arguments: ["/a%", "/a%4", "/a%zz", "/%ff", "/a?x=%c3"]) func malformedPercents(_ text: String) {
    #expect(throws: HTTPTarget.Fault.encoding) { try HTTPTarget(text) }
  }
}
