import QixKernel
import QixTerminal
import QixTesting
import Testing
import VaultContract

@testable import Vault

@Suite struct FirstTests {
  @Test func aSecretComesBack() throws {
    try TestHome.initialised(vault: true) { home in
      let set = try home.qix("vault set smtp ada --label x", input: "hunter2\n")
      #expect(set.exitCode == 0, "\(set)")
      let get = try home.qix("vault get smtp ada")
      #expect(get.output == "hunter2", "\(get)")
      print(try home.qix("vault list").output)
      print(try home.qix("vault status").output)
      print(try home.qix("audit show").output)
      let again = try home.qix("vault set smtp ada", input: "hunter3\n")
      #expect(again.exitCode == 0, "\(again)")
      #expect(try home.qix("vault get smtp ada --version-number 1").output == "hunter2")
      #expect(try home.qix("vault get smtp ada").output == "hunter3")
      #expect(try home.qix("vault remove smtp ada --confirm ada").exitCode == 0)
      #expect(try home.qix("vault get smtp ada").exitCode == 3)
    }
  }
}
