import IdentityContract
import QixCommands
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Identity

/// Spellings of one mailbox lead to one user, and those of two mailboxes never do.
@Suite struct MailboxTests {
  private static let encoded = "ada@xn--bcher-kva.example"
  private static let unicode = "ada@b\u{FC}cher.example"
  private static let capitals = "Ada@B\u{DC}CHER.example"

  @Test(arguments: [
    [
      unicode, encoded, capitals, "ada@bu\u{308}cher.example", "ADA@XN--BCHER-KVA.EXAMPLE",
      "ada@\u{FF42}\u{FC}cher.example", "ada@\u{FF58}n--bcher-kva.example", "ada\u{FF20}b\u{FC}cher\u{3002}example",
      "\u{FF41}da\u{FF20}b\u{FC}cher\u{FF0E}example",
    ],
    ["jos\u{E9}@example.com", "jose\u{301}@example.com", "JOS\u{C9}@example.com", "JOSE\u{301}@example.com"],
    ["j\u{30C}@example.com", "J\u{30C}@example.com", "\u{1F0}@example.com"],
    ["a@\u{4F60}\u{597D}.example", "a@xn--6qq79v.example", "a@\u{4F60}\u{597D}\u{FF0E}example"],
  ])
  func spellingsOfOneMailbox(_ spellings: [String]) throws {
    let forms = try spellings.map { try EmailAddress.found(EmailAddress.normalised($0)) }
    // As bytes, since Swift takes composed and decomposed letters for equal.
    #expect(Set(forms.map { Array($0.utf8) }).count == 1, "\(forms)")
    #expect(EmailAddress.found(forms[0]).utf8.elementsEqual(forms[0].utf8))
  }

  @Test(arguments: [
    // What no name is written as is a name of its own: malformed, not small, wide, decomposed, plain ASCII.
    (unicode, "ada@xn--bcher-kv.example"), (unicode, "ada@xn--bcher-2pa.example"),
    (unicode, "ada@xn--cher-zra77610b.example"), (unicode, "ada@xn--bucher-xyd.example"),
    ("a@\u{FC}.example", "a@xn---tda.example"), ("a@xn--\u{FC}.example", "a@xn--xn---3ra.example"),
    ("ada@mail.example.com", "ada@mail.xn--examplecom-th3i"), ("a@abc.x.example", "a@xn--abc-\u{FF0E}x.example"),
    // UTS #46 without its transition.
    ("a@fa\u{DF}.example", "a@fass.example"), ("a@\u{3C2}.example", "a@\u{3C3}.example"),
    ("a@\u{647}\u{200C}\u{627}.example", "a@\u{647}\u{627}.example"),
    // Before the @ providers have rules of their own.
    ("a.b@example.com", "ab@example.com"), ("a+b@example.com", "a@example.com"),
    ("\u{FF41}@example.com", "a@example.com"), ("\u{416}@example.com", "\u{436}@example.com"),
  ])
  func twoMailboxes(_ one: String, _ other: String) {
    #expect(!EmailAddress.found(one).utf8.elementsEqual(EmailAddress.found(other).utf8))
  }

  /// A domain that can't be read is found in small letters; a letter that only a later Unicode has as it was typed.
  @Test(arguments: [
    ("a@XN--99999999.Example", "a@xn--99999999.example"), ("\u{378}E\u{301}@B.example", "\u{378}e\u{301}@b.example"),
  ])
  func theRestStaysAsItIs(_ address: String, _ form: String) {
    #expect(EmailAddress.found(address).utf8.elementsEqual(form.utf8))
  }

  /// What nobody sees, or what is written for plain letters, would make another address of the same mailbox: as many as
  /// somebody wants codes for.
  @Test(arguments: [
    "joe@mail.example\u{3002}", "joe@mail.example\u{3002}\u{3002}", "joe@\u{3002}mail.example",
    "joe@mail.example\u{FF61}",
    "joe@ma\u{34F}il.example", "joe@ma\u{FE0F}il.example", "joe@ma\u{200D}il.example", "joe@ma\u{3164}il.example",
    "jo\u{34F}e@mail.example", "jo\u{200C}e@mail.example", "joe@\u{24DC}ail.example", "joe@\u{24C2}ail.example",
    "joe@\u{1D426}ail.example", "joe@mail\u{2460}.example",
  ])
  func noSpellingMakesAnotherMailbox(_ typed: String) {
    #expect(throws: UserError.self) { try EmailAddress.normalised(typed) }
  }

  @Test(arguments: [
    "joe@\u{647}\u{200C}\u{627}.example", "joe@fa\u{DF}.example", "joe@l\u{B7}l.example", "joe@\u{2615}.example",
    "joe@\u{212B}ngstrom.example", "joe@\u{FF4D}ail.example",
  ])
  func namesOfOtherScriptsAreTaken(_ typed: String) throws { _ = try EmailAddress.normalised(typed) }

  @Test(arguments: [unicode, encoded, capitals, "ada@bu\u{308}cher.example"])
  func aUserIsFoundByAllOfThem(_ typed: String) throws {
    try TestHome.initialised { home in
      let desk = try Desk(home)
      let (ada, bob) = (try desk.create(), try desk.create())
      try desk.set(ada, [.email: typed])
      for spelling in [Self.unicode, Self.encoded, Self.capitals] {
        #expect(try desk.found(spelling) == ada, "\(spelling)")
        #expect(throws: UserError.belongsToAnother("email address", ada)) { try desk.set(bob, [.email: spelling]) }
      }
      // It is shown and written to as it was typed.
      let kept = try EmailAddress.normalised(typed)
      #expect(try desk.value(.email, of: ada)?.utf8.elementsEqual(kept.utf8) == true)
    }
  }

  /// A shop's nightly file spells an address in its own way, which is no other one.
  @Test func aFileLeavesWhatIsProvedOfTheSameMailbox() throws {
    try CodeDesk.with { desk in
      try desk.home.done("user create --external-id shop-1")
      let (request, code) = try desk.request(["--email", Self.unicode, "--user", "shop-1"])
      #expect(try desk.verify(request, code).exitCode == 0)
      for (address, isTaken) in [(Self.encoded, true), (Self.capitals, true), ("eve@example.com", false)] {
        let outcome = try desk.home.qix("user import --file - --json", input: "user,email\nshop-1,\(address)\n")
        #expect((outcome.exitCode == 0) == isTaken, "\(address): \(outcome.all)")
      }
      #expect(try desk.home.count("identity_proofs") == 1)
    }
  }
}
