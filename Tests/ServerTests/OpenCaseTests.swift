import QixCommands
import QixFormats
import QixKernel
import QixTerminal
import QixTesting
import Testing

@testable import Server

/// Two people at the desk see that they have the same case open.
@Suite(.serialized) struct OpenCaseTests {
  private static let subject = "usr_01m7w9tzg3f7fs9hn862jj74bb"

  private static func moment(_ second: Int64) -> Timestamp { Timestamp(microseconds: second * 1_000_000) }

  @Test func othersAreSeenForAMinute() {
    let cases = OpenCases()
    #expect(cases.visit("a", by: "sue", at: Self.moment(0)).isEmpty)
    #expect(cases.visit("a", by: "sam", at: Self.moment(30)).map(\.by) == ["sue"])
    #expect(cases.visit("b", by: "sam", at: Self.moment(30)).isEmpty)
    // Sue has said it again, and is seen since she came.
    #expect(cases.visit("a", by: "sue", at: Self.moment(50)).map(\.by) == ["sam"])
    #expect(cases.visit("a", by: "olga", at: Self.moment(95)).map(\.by) == ["sue"])
    #expect(cases.visit("a", by: "olga", at: Self.moment(109)).first?.since == Self.moment(0))
    #expect(cases.visit("a", by: "olga", at: Self.moment(110)).isEmpty)
  }

  @Test func nobodyCrowdsOutTheOthers() {
    let cases = OpenCases()
    _ = cases.visit("a", by: "sue", at: Self.moment(0))
    for index in 0..<1_000 { _ = cases.visit("case-\(index)", by: "sam", at: Self.moment(1)) }
    #expect(cases.visit("a", by: "olga", at: Self.moment(2)).map(\.by) == ["sue"])
    #expect(cases.visit("case-0", by: "olga", at: Self.moment(2)).isEmpty)
    #expect(cases.visit("case-999", by: "olga", at: Self.moment(2)).map(\.by) == ["sam"])
  }

  @Test func itGoesOverHTTPAndNeedsTheDesk() throws {
    try TestHome.initialised { home in
      try RunningServer.with(home) { server in
        let (sue, till) = (try server.token("sue", "support"), try server.token("till", "integrator"))
        let sam = try server.token("sam", "support")
        let path = "/v1/cases/\(Self.subject)/open"
        #expect(try server.request("POST", path, as: sue).json["others"]?.array?.isEmpty == true)
        let seen = try server.request("POST", path, as: sam)
        #expect(seen.json["others"]?.array?.first?["by"]?.string == "token:sue", "\(seen.body)")
        #expect(try server.request("POST", path, as: till).status == 403)
        #expect(try server.request("POST", "/v1/cases/ada/open", as: sue).status == 400)
      }
      #expect(try home.qix("case open \(Self.subject)").exitCode == 0)
    }
  }
}
