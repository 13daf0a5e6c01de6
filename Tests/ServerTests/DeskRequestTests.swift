import QixCommands
import QixFormats
import QixKernel
import QixTerminal
import QixTesting
import Testing

/// What the console's pages ask for: a search, a request that its requester finishes, a look at what it would do.
@Suite(.serialized) struct DeskRequestTests {
  @Test func aRequestIsSeenApprovedAndFinishedOverHTTP() throws {
    try TestHome.initialised(vault: true) { home in
      try home.done("user create --external-id ada")
      try RunningServer.with(home) { server in
        let (sue, sam) = (try server.token("sue", "support"), try server.token("sam", "support"))
        let olga = try server.token("olga", "operator")
        try home.done("user suspend ada --reason farm")
        let asked = try server.request(
          "POST", "/v1/users/ada/resume", as: sue, body: #"{"reason": "it was none"}"#)
        #expect(asked.status == 403 && asked.body.contains("coins.approval-needed"), "\(asked.body)")
        let request = String(try home.done("coins approvals --pending --quiet").prefix { $0 != "\n" })
        let path = "/v1/coins/approvals/\(request)"

        let seen = try server.get("\(path)/preview", as: olga)
        #expect(seen.status == 200 && seen.json["possible"]?.bool == true, "\(seen.body)")
        #expect(seen.json["line"]?.string == "qix user resume ada --reason 'it was none'", "\(seen.body)")
        #expect(try server.request("POST", "\(path)/run", as: sue).status == 403)

        try home.done("coins approve \(request)")
        #expect(try server.request("POST", "\(path)/run", as: sam).status == 404)
        #expect(try server.request("POST", "\(path)/run", as: olga).status == 403)
        let done = try server.request("POST", "\(path)/run", as: sue)
        #expect(done.status == 200 && done.json["state"]?.string == "used", "\(done.body)")
        let again = try server.request("POST", "\(path)/run", as: sue)
        #expect(again.status == 200 && again.json["answer"] == done.json["answer"], "\(again.body)")
        #expect(try home.done("audit show --action identity.resume --tsv").contains("token:sue"))
      }
    }
  }

  @Test func aSearchIsNoPartOfAnAddress() throws {
    try TestHome.initialised { home in
      try home.done("user create --external-id ada")
      try home.done("coins issue --to ada --amount 5 --idempotency-key order-981")
      try RunningServer.with(home) { server in
        let (sue, till) = (try server.token("sue", "support"), try server.token("till", "integrator"))
        let body = #"{"text": "order-981"}"#
        let found = try server.request("POST", "/v1/find", as: sue, body: body)
        #expect(found.status == 200, "\(found.body)")
        #expect(found.json["found"]?.array?.first?["kind"]?.string == "transfer", "\(found.body)")
        #expect(try server.request("POST", "/v1/find", as: till, body: body).status == 403)
        #expect(try server.request("POST", "/v1/find", body: body).status == 401)
        #expect(try server.get("/v1/find?text=order-981", as: sue).status == 405)
      }
    }
  }
}
