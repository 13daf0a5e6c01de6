import QixCatalog
import QixCommands
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

/// Issuers of ID tokens were a part of Identity until 0.6.0.
@Suite struct TakingOverTests {
  @Test func whatIdentityHasKeptComesAlong() throws {
    try TestHome.initialised(modules: Catalog.modules.filter { $0.id != "openid" }) { home in
      let issuer = try TestIssuer()
      try home.database.write(Change("test.old")) { connection, _ in
        try connection.run(
          """
          INSERT INTO identity_providers (name, issuer, keys_url, algorithms, audiences, created_at)
          VALUES ('shop', ?1, ?2, 'RS256', 'app-1', 0)
          """, .text(issuer.url), .text("\(issuer.url)/jwks"))
        try connection.run("INSERT INTO identity_provider_keys (provider, tried_at) VALUES ('shop', 0)")
      }
      var whole = home
      whole.modules = Catalog.modules
      #expect(try whole.qix("auth provider list").exitCode == 7)
      try whole.done("db migrate")
      try whole.done("db check")
      #expect(try whole.verify(issuer.token(whole)).exitCode == 0)
      #expect(try whole.count("openid_keys") == 1)
    }
  }

  /// The rest of both groups of commands goes on.
  @Test func identityGoesOnWithoutIt() throws {
    try TestHome.initialised { home in
      let program = try Qix.program(disabled: ["openid"], home: home.path, actor: home.actor, clock: home.clock)
      func run(_ line: String) -> TestTerminal.Outcome {
        TestTerminal(clock: home.clock).run(program, line.split(separator: " ").map(String.init))
      }
      for line in ["user link ada --provider shop", "auth oidc jwks", "auth provider list"] {
        #expect(run(line).exitCode == 2, "\(line)")
      }
      for line in ["user list", "auth otp --help", "db check"] { #expect(run(line).exitCode == 0, "\(line)") }
    }
  }
}
