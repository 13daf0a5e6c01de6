import Foundation
import QixFormats
import QixKernel
import QixTesting
import Testing

/// Codes and tokens in requests, where the command line reads them from a file or a person.
@Suite struct SecretRequestTests {
  private func with(_ body: (RunningServer, String, String) throws -> Void) throws {
    try TestHome.initialised(vault: true) { home in
      try home.done("voucher generate latte --count 1 --title Latte")
      let codes = "\(home.path)/codes.csv"
      try home.done("voucher export latte --count 1 --output \(codes)")
      let text = try String(contentsOfFile: codes, encoding: .utf8)
      // voucher, code, text, until
      let code = try #require(text.split(whereSeparator: \.isNewline).last?.split(separator: ",").dropFirst().first)
      try RunningServer.with(home) { server in
        try body(server, server.token("till", "integrator"), String(code))
      }
    }
  }

  @Test func aCodeIsATextInAnyKindOfBody() throws {
    try with { server, till, code in
      let json = try server.post("/v1/vouchers/check", as: till, "{\"code\": \"\(code)\"}")
      #expect(json.status == 200, "\(json.body)")
      let form = "--b\r\nContent-Disposition: form-data; name=\"code\"\r\n\r\n\(code)\r\n--b--\r\n"
      let part = try server.request(
        "POST", "/v1/vouchers/check", as: till, body: form, type: "multipart/form-data; boundary=b")
      #expect(part.status == 200 && part.json == json.json, "\(part.body)")
      for wrong in ["[\"\(code)\"]", "{\"a\": \"\(code)\"}", "17", "true"] {
        let reply = try server.post("/v1/vouchers/check", as: till, "{\"code\": \(wrong)}")
        #expect(reply.status == 400 && reply.code == "http.value", "\(wrong): \(reply.body)")
      }
      // Never in an address, which logs and histories keep.
      let address = try server.post("/v1/vouchers/check?code=\(code)", as: till, "{}")
      #expect(address.status == 400 && !address.body.contains(code), "\(address.body)")
      let none = try server.post("/v1/vouchers/check", as: till, "{}")
      #expect(none.status == 400 && none.body.contains("the code is missing or empty"), "\(none.body)")
    }
  }
}
