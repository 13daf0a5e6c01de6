internal import OpenIDContract
internal import QixCrypto
internal import QixModule
internal import VaultContract

/// A sign-in that was begun. Its browser keeps it, sealed; the database doesn't.
struct PendingSignIn: Sendable {
  let provider: String
  /// Comes back in the address: shows that the answer belongs to this request.
  let state: String
  /// Comes back in the ID token.
  let nonce: String
  /// Of PKCE (RFC 7636 §4.1): shows who has begun to whom the code is given.
  let verifier: String
  let returnAddress: String
  let confirms: String?
  let begun: Timestamp

  static let prefix = "qix_signin_"
  /// Microseconds in which a person has to come back.
  static let life: Int64 = 10 * 60_000_000

  init(_ wish: SignInWish, at now: Timestamp, random: any RandomSource) {
    func text() -> String { Base64.urlSafe.encode(random.bytes(32)) }
    (provider, returnAddress, confirms) = (wish.provider, wish.returnAddress, wish.confirms)
    (state, nonce, verifier, begun) = (text(), text(), text(), now)
  }

  /// RFC 7636 §4.2, S256.
  var challenge: String {
    var hasher = SHA256()
    hasher.update(verifier)
    return Base64.urlSafe.encode(hasher.finish())
  }

  private static func place(_ purpose: String) -> AssociatedData {
    var place = AssociatedData("qix-openid-sign-in/1")
    place.append(purpose)
    return place
  }

  func sealed(for purpose: String, with key: borrowing SecretBytes, random: any RandomSource) -> String {
    let object: JSONValue = [
      "provider": .string(provider), "state": .string(state), "nonce": .string(nonce), "verifier": .string(verifier),
      "return": .string(returnAddress), "confirms": confirms.map { .string($0) } ?? .null,
      "begun": .integer(begun.microseconds),
    ]
    let box = object.serialized().withUnsafeBytes {
      SecretBox.seal($0, key: key, associated: Self.place(purpose), random: random)
    }
    return Self.prefix + Base64.urlSafe.encode(box)
  }

  /// Nil for a text that was not sealed here for this purpose.
  init?(sealed text: String, for purpose: String, with key: borrowing SecretBytes) {
    guard text.hasPrefix(Self.prefix), text.utf8.count <= 4_096,
      let box = Base64.urlSafe.decode(text.dropFirst(Self.prefix.utf8.count)),
      let message = SecretBox.open(box, key: key, associated: Self.place(purpose)),
      let object = (try? JSONValue(parsing: message.withUnsafeBytes { Array($0) }))?.object,
      let provider = object["provider"]?.string, let state = object["state"]?.string,
      let nonce = object["nonce"]?.string, let verifier = object["verifier"]?.string,
      let returnAddress = object["return"]?.string, let begun = object["begun"]?.integer
    else { return nil }
    (self.provider, self.state, self.nonce, self.verifier) = (provider, state, nonce, verifier)
    (self.returnAddress, confirms) = (returnAddress, object["confirms"]?.string)
    self.begun = Timestamp(microseconds: begun)
  }
}

extension Context {
  /// The key with which sign-ins are sealed. It is in the vault, so that all servers of an installation have it.
  func signInKey() throws -> SecretHandover {
    let store = try service(Secrets.store)
    do {
      return try database.read { SecretHandover(try store.key("sign-in", of: OpenIDModule.id, in: $0)) }
    } catch VaultError.noKeyYet {
      return try database.write(Change("openid.sign-in-key")) { connection, _ in
        SecretHandover(try store.key("sign-in", of: OpenIDModule.id, in: connection))
      }
    }
  }
}
