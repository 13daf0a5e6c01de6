import QixFormats
import QixTesting
import Testing

/// What is said to programs fits requests, and what is said to customers is for them.
@Suite struct WordsTests {
  @Test func whoGetsASingleGrantIsNamed() throws {
    try TestHome.initialised { home in
      try home.done("user create --external-id ada")
      try RunningServer.with(home) { server in
        let token = try server.token("till", "integrator")
        let reply = try server.post("/v1/coins/issues", as: token, #"{"user": "ada", "amount": 5}"#)
        #expect(reply.status == 400 && reply.code == "http.unknown-parameter", "\(reply.body)")
        let hint = try #require(reply.json["hint"]?.string)
        #expect(hint.hasPrefix("Name the user as 'to'. It takes "), "\(hint)")
        #expect(!hint.contains("file,") && !hint.contains(" format"), "\(hint)")
        let list = try server.post("/v1/coins/issues", as: token, #"{"to": ["ada"], "amount": 5}"#)
        #expect(list.status == 400 && list.body.contains("'to' is one text or number, not a list"), "\(list.body)")
        let budget = try server.post(
          "/v1/coins/issues", as: token, #"{"to": "ada", "from": "budget:harvest", "amount": 5}"#)
        #expect(
          budget.status == 404 && budget.body.contains("A campaign's budget is named campaign-NAME"), "\(budget.body)")
        // Only what is missing is wrong with the amount.
        for (amount, code, words) in [
          ("1e0", "http.value", "such as 1."), ("1E5", "http.value", "such as 100000."),
          ("1.5", "http.value", "without a point"), ("1e30", "http.value", "without a point"),
          ("0", "usage", "amount"), ("-5", "usage", "amount"), ("true", "http.value", "a text or a number"),
        ] {
          let reply = try server.post("/v1/coins/issues", as: token, "{\"to\": \"ada\", \"amount\": \(amount)}")
          #expect(reply.status == 400 && reply.code == code && reply.body.contains(words), "\(amount): \(reply.body)")
        }
      }
      #expect(try home.count("coins_transfers") == 0)
    }
  }

  @Test func customersReadWhatConcernsThem() throws {
    try CustomerTests.with(vault: true) { _, server in
      let (session, _) = try CustomerTests.trial(server)
      func detail(_ reply: RunningServer.Reply) -> String { reply.json["detail"]?.string ?? reply.body }
      let unknown = try server.request("POST", "/v1/auth/otps/xx/verify", as: session, body: #"{"code": "123456"}"#)
      #expect(unknown.status == 400 && detail(unknown) == "there is no such thing here", "\(unknown.body)")
      let unsaid = try server.request("POST", "/v1/users/erase", as: session, body: #"{"confirm": "you"}"#)
      #expect(unsaid.status == 400 && detail(unsaid).hasPrefix("this can't be undone: confirm it"), "\(unsaid.body)")
      let consent = try server.request(
        "POST", "/v1/auth/otps/request", as: session, body: #"{"consent": "phone"}"#)
      #expect(consent.status == 422 && detail(consent).contains("have no verified phone number"), "\(consent.body)")
      let transfer = try server.get("/v1/transfers/order-1", as: session)
      #expect(transfer.status == 404 && detail(transfer) == "there is no such thing here", "\(transfer.body)")
      for limit in ["0", "300", "100000000", "x"] {
        let reply = try server.get("/v1/wallets/me/history?limit=\(limit)", as: session)
        #expect(reply.status == 400 && detail(reply).contains("from 1 to 200"), "\(limit): \(reply.body)")
      }
    }
  }
}
