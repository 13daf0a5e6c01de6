import QixFormats
import QixKernel
import QixTesting
import Testing

/// A customer finds out by trying whose number it is only a few times a day, and not at all by the form of an answer.
@Suite struct CustomerNumberTests {
  @Test func fiveNumbersADay() throws {
    try CustomerTests.with(vault: true) { home, server in
      try home.done("user create --external-id ada")
      try home.done("user set ada --phone +447911123456")
      let (token, _) = try CustomerTests.trial(server)
      func give(_ phone: String) throws -> RunningServer.Reply {
        try server.request("PATCH", "/v1/users/me", as: token, body: "{\"phone\": \"\(phone)\"}")
      }
      for last in 0..<4 {
        let reply = try give("+44791112340\(last)")
        #expect(reply.status == 200, "\(reply.body)")
      }
      let other = try give("+447911123456")
      #expect(other.status == 409 && other.code == "identity.belongs-to-another", "\(other.body)")
      for phone in ["+447911123456", "+447911123499"] {
        let refused = try give(phone)
        #expect(refused.status == 422 && refused.code == "identity.find-limit", "\(refused.body)")
        #expect(!refused.body.contains("setting") && !refused.body.contains("qix"), "\(refused.body)")
      }
      // What is no number or address is counted for nothing.
      #expect(
        try server.request("PATCH", "/v1/users/me", as: token, body: "{\"given_name\": \"Ada\"}").status == 200)
      home.clock.advance(byMicroseconds: 25 * Timestamp.day / 24)
      #expect(try give("+447911123498").status == 200)
    }
  }

  @Test func tooManyCodesSayWhenToComeAgain() throws {
    try CustomerTests.with(vault: true) { home, server in
      try Outbox(home).useFile()
      func ask() throws -> RunningServer.Reply {
        try server.request("POST", "/v1/auth/otps/request", body: "{\"phone\": \"+491701234567\"}")
      }
      for _ in 0..<3 { #expect(try ask().status == 200) }
      let fourth = try ask()
      #expect(fourth.status == 429 && fourth.code == "identity.code-limit", "\(fourth.body)")
      #expect(fourth.field("Retry-After").flatMap { Int($0) }.map { (590...600).contains($0) } == true)
    }
  }

  /// Who has used up their own begins as another trial user, at the same place.
  @Test func numbersAreCountedByPlaceAsWell() throws {
    try CustomerTests.with(vault: true) { home, server in
      try home.done("setting set identity.place-finds-per-day 7")
      func give(_ count: Int, _ prefix: String) throws -> [Int] {
        let (token, _) = try CustomerTests.trial(server)
        return try (0..<count).map { last in
          try server.request("PATCH", "/v1/users/me", as: token, body: "{\"phone\": \"\(prefix)\(last)\"}").status
        }
      }
      #expect(try give(5, "+44791112340") == [200, 200, 200, 200, 200])
      #expect(try give(3, "+44791112341") == [200, 200, 422])
      #expect(try give(1, "+44791112342") == [422])
      home.clock.advance(byMicroseconds: 25 * Timestamp.day / 24)
      #expect(try give(1, "+44791112343") == [200])
    }
  }
}
