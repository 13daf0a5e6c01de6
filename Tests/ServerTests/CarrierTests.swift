import QixFormats
import QixTesting
import Testing

/// One value has one reader, whatever carries it: a key in a field, the address, a form or a body of JSON is one key.
@Suite struct CarrierTests {
  private enum Carrier: CaseIterable {
    case header, query, formPart, text, number
  }

  private static func shake(
    _ server: RunningServer, as token: String, _ key: Int, by carrier: Carrier
  ) throws -> RunningServer.Reply {
    let path = "/v1/shakes"
    func post(_ path: String, _ fields: [String], _ more: String) throws -> RunningServer.Reply {
      try server.request(
        "POST", path, as: token, fields, body: "{\"type\": \"tv\", \"campaign\": \"summer\"\(more)}")
    }
    switch carrier {
    case .header: return try post(path, ["Idempotency-Key: \(key)"], "")
    case .query: return try post("\(path)?idempotency_key=\(key)", [], "")
    case .text: return try post(path, [], ", \"idempotency_key\": \"\(key)\"")
    case .number: return try post(path, [], ", \"idempotency_key\": \(key)")
    case .formPart:
      let parts = [("type", "tv"), ("campaign", "summer"), ("idempotency_key", "\(key)")].map { name, value in
        "--B\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
      }
      return try server.request(
        "POST", path, as: token, body: parts.joined() + "--B--\r\n", type: "multipart/form-data; boundary=B")
    }
  }

  /// Each carrier before the caller signs in, and each behind it: the answer of before, and nothing is paid twice.
  @Test func aKeyIsTheSameWhateverCarriesItAcrossASignIn() throws {
    try CustomerTests.with(vault: true) { home, server in
      let outbox = Outbox(home)
      try outbox.useFile()
      func signIn(_ token: String) throws -> String {
        let asked = try server.request("POST", "/v1/auth/otps/request", body: "{\"phone\": \"+491701234567\"}")
        let request = try #require(asked.json["request"]?.string, "\(asked.body)")
        let reply = try server.request(
          "POST", "/v1/auth/otps/\(request)/sign-in", as: token, body: "{\"code\": \"\(try outbox.lastCode())\"}")
        return try #require(reply.json["token"]?.string, "\(reply.body)")
      }
      _ = try signIn(CustomerTests.trial(server).token)
      let trial = try CustomerTests.trial(server)
      var shakes: [String] = []
      for (index, carrier) in Carrier.allCases.enumerated() {
        let first = try Self.shake(server, as: trial.token, 900 + index, by: carrier)
        shakes.append(try #require(first.json["shake"]?.string, "\(carrier): \(first.body)"))
      }
      let token = try signIn(trial.token)
      let balance = try server.get("/v1/wallets/me", as: token).json["balance"]?.integer
      for (index, before) in Carrier.allCases.enumerated() {
        for behind in Carrier.allCases {
          let again = try Self.shake(server, as: token, 900 + index, by: behind)
          #expect(
            again.json["replayed"] == true && again.json["shake"]?.string == shakes[index],
            "\(before), then \(behind): \(again.body)")
        }
      }
      #expect(try server.get("/v1/wallets/me", as: token).json["balance"]?.integer == balance)
      #expect(try home.count("shakes_shakes") == Int64(Carrier.allCases.count))
    }
  }

  /// Numbers that JSON would round are no keys and no users: several of them would be one.
  @Test func aRoundedNumberNamesNothing() throws {
    try CustomerTests.with { home, server in
      let session = try CustomerTests.trial(server).token
      for number in ["100000000000000000001", "1e2", "4711.0"] {
        let reply = try server.request(
          "POST", "/v1/shakes", as: session,
          body: "{\"type\": \"tv\", \"campaign\": \"summer\", \"idempotency_key\": \(number)}")
        #expect(reply.status == 400 && ["http.value", "http.json"].contains(reply.code), "\(number): \(reply.body)")
      }
      try home.done("user create --external-id 4711")
      let token = try server.token("desk", "operator")
      for number in ["100000000000000000001", "4711.0"] {
        let reply = try server.post("/v1/coins/issues", as: token, "{\"to\": \(number), \"amount\": 5}")
        #expect(reply.status == 400 && ["http.value", "http.json"].contains(reply.code), "\(number): \(reply.body)")
      }
      #expect(try server.post("/v1/coins/issues", as: token, "{\"to\": 4711, \"amount\": 5}").status == 200)
      #expect(try home.done("wallet show 4711 --quiet").hasPrefix("5"))
    }
  }
}
