internal import QixLibraries

/// OpenSSL's signatures (EVP, OpenSSL 3.0), loaded at their first use: see docs/decisions/0017.
struct SignatureLibrary: Sendable {
  // Types as the manual pages have them: OSSL_LIB_CTX(3), d2i_PUBKEY_ex(3), EVP_DigestVerifyInit_ex(3),
  // EVP_DigestVerify(3), EVP_MD_CTX_new(3), EVP_PKEY_free(3), ERR_clear_error(3).
  private typealias Object = UnsafeMutableRawPointer
  private typealias NewContext = @convention(c) () -> Object?
  private typealias ReadKey =
    @convention(c) (Object?, UnsafeMutablePointer<UnsafePointer<UInt8>?>, Int, Object?, UnsafePointer<CChar>?) ->
    Object?
  private typealias New = @convention(c) () -> Object?
  private typealias Free = @convention(c) (Object?) -> Void
  private typealias Begin =
    @convention(c) (Object, Object?, UnsafePointer<CChar>, Object, UnsafePointer<CChar>?, Object, Object?) -> Int32
  private typealias Verify =
    @convention(c) (Object, UnsafePointer<UInt8>, Int, UnsafePointer<UInt8>, Int) -> Int32
  private typealias Clear = @convention(c) () -> Void

  // Made once and never changed; several threads may use one context of OpenSSL (OSSL_LIB_CTX(3)).
  nonisolated(unsafe) private let context: Object
  private let readKey: ReadKey
  private let freeKey: Free
  private let newDigest: New
  private let freeDigest: Free
  private let begin: Begin
  private let verify: Verify
  private let clearErrors: Clear

  private static let loaded = Result { () throws(LibraryError) in try SignatureLibrary() }

  /// - Throws: `LibraryError` where it is missing or too old.
  static func load() throws(LibraryError) -> SignatureLibrary { try loaded.get() }

  private init() throws(LibraryError) {
    let library = try LateLibrary.crypto.load()
    // A context of its own: the common one reads a configuration file that a variable of the environment can name, and
    // loads what that file names.
    guard let context = try library.function("OSSL_LIB_CTX_new", as: NewContext.self)() else {
      throw .unfit(.crypto, lacks: "OSSL_LIB_CTX_new")
    }
    self.context = context
    readKey = try library.function("d2i_PUBKEY_ex", as: ReadKey.self)
    freeKey = try library.function("EVP_PKEY_free", as: Free.self)
    newDigest = try library.function("EVP_MD_CTX_new", as: New.self)
    freeDigest = try library.function("EVP_MD_CTX_free", as: Free.self)
    begin = try library.function("EVP_DigestVerifyInit_ex", as: Begin.self)
    verify = try library.function("EVP_DigestVerify", as: Verify.self)
    clearErrors = try library.function("ERR_clear_error", as: Clear.self)
  }

  /// Whether a signature with SHA-256 is the key's over these bytes: RSASSA-PKCS1-v1_5 for a key of RSA, ECDSA in DER
  /// for one of a curve. A key that can't be read, such as a point that is not on its curve, has signed nothing.
  func isSignature(_ signature: [UInt8], of message: [UInt8], by publicKeyInfo: [UInt8]) -> Bool {
    // Errors stay in a queue of the thread otherwise.
    defer { clearErrors() }
    let key = publicKeyInfo.withUnsafeBufferPointer { bytes in
      var place = bytes.baseAddress
      return readKey(nil, &place, bytes.count, context, nil)
    }
    guard let key else { return false }
    defer { freeKey(key) }
    guard let digest = newDigest() else { return false }
    defer { freeDigest(digest) }
    guard begin(digest, nil, "SHA256", context, nil, key, nil) == 1 else { return false }
    // 0 is a signature that doesn't fit; anything else but 1 is one that can't be read.
    return verify(digest, signature, signature.count, message, message.count) == 1
  }
}
