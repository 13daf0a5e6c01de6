import QixCommands
import QixKernel
import QixTerminal
import Testing

@testable import Vault

@Suite struct SecretReferenceTests {
  @Test(arguments: [
    ("qix://vault/smtp/ada", "smtp", "ada"), ("qix://vault/a%2Fb/c%20d", "a/b", "c d"), ("qix://vault/%61/b", "a", "b"),
    ("qix://vault/s/ada@example.org", "s", "ada@example.org"), ("qix://vault/s/%c3%A4", "s", "ä"),
    ("qix://vault/s/ä+b", "s", "ä+b"), ("qix://vault/s/%25", "s", "%"),
  ])
  func namesAnItem(_ text: String, _ service: String, _ account: String) throws {
    let reference = try SecretReference(text, of: "X")
    #expect(reference?.service == service && reference?.account == account)
  }

  @Test(arguments: ["", "x", "qix://vaul/a/b", " qix://vault/a/b", "QIX://vault/a/b", "prefix qix://vault/a/b"])
  func otherTextsAreNone(_ text: String) throws {
    #expect(try SecretReference(text, of: "X") == nil)
  }

  @Test(arguments: [
    "qix://vault/", "qix://vault/a", "qix://vault/a/", "qix://vault//b", "qix://vault/a/b/", "qix://vault/a/b/c",
    "qix://vault/a/%", "qix://vault/a/%4", "qix://vault/a/%zz", "qix://vault/a/%ff", "qix://vault/a/b?version=1",
    "qix://vault/a/b#c",
  ])
  func whatIsNearlyOneIsRefusedWithoutBeingRepeated(_ text: String) {
    let error = #expect(throws: UsageError.self) { try SecretReference(text, of: "X") }
    #expect(error?.description.contains("qix:") == false && error?.description.contains("'X'") == true)
  }
}
