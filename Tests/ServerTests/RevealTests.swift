import QixFormats
import QixTesting
import Testing

/// Personal data over HTTP: one field at a time.
@Suite struct RevealTests {
  @Test func aFieldIsRevealedByItself() throws {
    try TestHome.initialised(vault: true) { home in
      try home.done("user create --external-id ada")
      try home.done("user set ada --file -", input: #"{"phone": "+393331234567", "given-name": "Ada"}"#)
      try RunningServer.with(home) { server in
        let desk = try server.token("desk", "support")
        func shown(_ query: String) throws -> JSONValue {
          try server.get("/v1/users/ada?\(query)", as: desk).json
        }
        let phone = try shown("reveal=phone&reason=call")["profile"]
        #expect(phone?["phone"] == "+393331234567" && phone?["given_name"] == "A…", "\(String(describing: phone))")
        let all = try shown("reveal=true&reason=call")["profile"]
        #expect(all?["phone"] == "+393331234567" && all?["given_name"] == "Ada")
        #expect(try shown("reveal=false")["profile"]?["given_name"] == "A…")
        let unknown = try shown("reveal=fone&reason=call")
        #expect(unknown["hint"]?.string?.contains("phone, given_name") == true, "\(unknown)")
      }
    }
  }
}
