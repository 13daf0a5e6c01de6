import Glibc
import QixCommands
import QixTerminal
import QixTesting
import Testing

@testable import Server

/// TLS of the server's own: what holds without it holds behind it, and certificates are renewed without an end.
@Suite(.needs(.program("openssl")), .needs(.program("curl"))) struct SecureTests {
  /// Makes a certificate for this machine, signed by itself.
  private static func certify(_ name: String, in folder: String) throws -> (chain: String, key: String) {
    let (chain, key) = ("\(folder)/\(name).pem", "\(folder)/\(name).key")
    let made = try Tool("openssl")([
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
      "/CN=\(name)",
      "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", chain,
    ])
    try #require(made.exitCode == 0, "\(made.errors)")
    return (chain, key)
  }

  /// A port that nobody listens at.
  private static func freePort() throws -> UInt16 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 ? getsockname(descriptor, $0, &size) : -1
      }
    }
    try #require(code == 0)
    return UInt16(bigEndian: address.sin_port)
  }

  /// Lends a server with TLS at a port, whose certificate can be looked up as `a.pem` in the home folder.
  private static func with(_ body: (RunningServer, UInt16, TestHome) throws -> Void) throws {
    try TestHome.initialised { home in
      let (chain, key) = try certify("a", in: home.path)
      let port = try freePort()
      let words = ["--listen", "127.0.0.1:\(port)", "--certificate", chain, "--certificate-key", key]
      let (_, ended) = try RunningServer.with(home, words) { try body($0, port, home) }
      #expect(ended.exitCode == 0)
    }
  }

  /// Sends bytes over TLS, and reads until the server closes.
  private static func send(_ text: String, to port: UInt16, _ options: [String] = []) throws -> Tool.Outcome {
    try Tool("openssl")(["s_client", "-connect", "127.0.0.1:\(port)", "-quiet"] + options, input: text)
  }

  @Test func whatIsMalformedIsRefusedBehindItToo() throws {
    try Self.with { server, port, home in
      for request in MalformedTests.requests {
        let outcome = try Self.send(request.text, to: port, ["-CAfile", "\(home.path)/a.pem", "-verify_return_error"])
        #expect(RunningServer.replies(in: outcome.bytes).map(\.status) == request.statuses, "\(request.name)")
      }
      // And at the Unix socket nobody has to encrypt.
      #expect(try server.get("/healthz").status == 200)
    }
  }

  @Test func requestsComeThrough() throws {
    try Self.with { server, port, home in
      let token = try server.token("till", "integrator")
      try home.done("user create --external-id ada")
      func curl(_ words: String...) throws -> Tool.Outcome {
        try Tool("curl")(
          ["--silent", "--cacert", "\(home.path)/a.pem", "--oauth2-bearer", token, "--write-out", "%{http_code}"]
            + words)
      }
      let url = "https://127.0.0.1:\(port)"
      let grant = try curl(
        "--json", #"{"to": "ada", "amount": 5}"#, "--header", "Idempotency-Key: g",
        "\(url)/v1/coins/issues")
      #expect(grant.output.hasSuffix("200"), "\(grant.output)")
      let wallet = try curl("\(url)/v1/wallets/ada")
      #expect(wallet.output.contains("\"available\": 5"), "\(wallet.output)")
      // More than one record of TLS each way.
      let description = try curl("--compressed", "\(url)/v1/openapi.json")
      #expect(description.bytes.count > 100_000 && description.output.hasSuffix("200"))
      let lines = (0..<5_000).map { "{\"user\":\"ada\",\"amount\":1,\"key\":\"k\($0)\"}" }.joined(separator: "\n")
      let batch = try Tool("curl")(
        [
          "--silent", "--cacert", "\(home.path)/a.pem", "--oauth2-bearer", token, "--data-binary", "@-", "--header",
          "Content-Type: application/x-ndjson", "\(url)/v1/coins/issues",
        ], input: lines)
      #expect(batch.output.split(separator: "\n").count == 5_000, "\(batch.output.suffix(300))")
      #expect(try curl("\(url)/v1/wallets/ada").output.contains("\"available\": 5005"))
    }
  }

  @Test func oldVersionsOfTheProtocolAreRefused() throws {
    try Self.with { _, port, _ in
      let get = "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
      for version in ["-tls1_2", "-tls1_3"] {
        #expect(try Self.send(get, to: port, [version]).output.contains("alive"), "\(version)")
      }
      let old = try Self.send(get, to: port, ["-tls1_1", "-cipher", "DEFAULT@SECLEVEL=0"])
      #expect(old.exitCode != 0 && !old.output.contains("alive"))
      // Nor is anybody answered who doesn't encrypt.
      let plain = try Tool("curl")(["--silent", "http://127.0.0.1:\(port)/healthz"])
      #expect(plain.exitCode != 0 && plain.output.isEmpty)
    }
  }

  @Test func aRenewedCertificateIsShownAfterSIGHUP() throws {
    try Self.with { _, port, home in
      func shown() throws -> String { try Tool("openssl")(["s_client", "-connect", "127.0.0.1:\(port)"]).output }
      #expect(try shown().contains("CN = a"))
      let renewed = try Self.certify("b", in: home.path)
      try home.done("setting set server.origins https://shop.example")
      // A key beside a certificate that isn't its own: nothing is taken.
      try #require(rename(renewed.key, "\(home.path)/a.key") == 0)
      ReloadRequest.ask()
      usleep(600_000)
      #expect(try shown().contains("CN = a"))
      try #require(rename(renewed.chain, "\(home.path)/a.pem") == 0)
      ReloadRequest.ask()
      for _ in 0..<100 where !(try shown().contains("CN = b")) { usleep(50_000) }
      #expect(try shown().contains("CN = b"))
      let asked = try Tool("curl")([
        "--silent", "--head", "--insecure", "--header", "Origin: https://shop.example",
        "https://127.0.0.1:\(port)/v1/wallets/x",
      ])
      #expect(asked.output.contains("Access-Control-Allow-Origin: https://shop.example"))
    }
  }

  @Test func whatCantBeUsedIsSaidBeforeItStarts() throws {
    try TestHome.initialised { home in
      let (one, other) = (try Self.certify("a", in: home.path), try Self.certify("b", in: home.path))
      func check(_ chain: String, _ key: String?) throws -> TestTerminal.Outcome {
        let words = ["serve", "--check", "--listen", "127.0.0.1:0", "--certificate", chain]
        return try home.qix(words + (key.map { ["--certificate-key", $0] } ?? []))
      }
      #expect(try check(one.chain, one.key).exitCode == 0)
      #expect(try check(one.chain, nil).exitCode == 2)
      let alien = try check(one.chain, other.key)
      #expect(alien.exitCode == 2 && alien.errors.contains("doesn't work with its key"), "\(alien.errors)")
      #expect(try check("\(home.path)/none.pem", one.key).exitCode == 3)
      try #require(chmod(one.key, 0o644) == 0)
      let open = try check(one.chain, one.key)
      #expect(open.exitCode == 6 && open.errors.contains("chmod o-rwx"), "\(open.errors)")
    }
  }

  /// Whoever takes gzip gets it; what tells a secret stays as it is.
  @Test func answersComeCompressed() throws {
    try TestHome.initialised { home in
      try RunningServer.with(home) { server in
        func curl(_ path: String, _ words: String...) throws -> (head: String, size: Int) {
          let reply = try Tool("curl")(
            [
              "--silent", "--unix-socket", server.socket, "--dump-header", "-", "--output", "/dev/null", "--write-out",
              "%{size_download}",
            ]
              + words + ["http://x\(path)"])
          let lines = reply.output.split(separator: "\r\n").map(String.init)
          return (lines.dropLast().joined(separator: "\n"), Int(lines.last ?? "") ?? 0)
        }
        let (plain, all) = try curl("/v1/openapi.json")
        let (zipped, few) = try curl("/v1/openapi.json", "--header", "Accept-Encoding: br, gzip;q=0.5")
        #expect(!plain.contains("Content-Encoding") && plain.contains("Vary: Accept-Encoding"))
        #expect(zipped.contains("Content-Encoding: gzip") && few * 5 < all)
        let (refused, same) = try curl("/v1/openapi.json", "--header", "Accept-Encoding: gzip;q=0")
        #expect(!refused.contains("Content-Encoding") && same == all)
        let unpacked = try Tool("curl")([
          "--silent", "--compressed", "--unix-socket", server.socket, "http://x/v1/openapi.json",
        ])
        #expect(unpacked.bytes.count == all)
      }
    }
  }
}
