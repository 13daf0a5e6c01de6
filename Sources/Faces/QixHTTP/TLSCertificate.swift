internal import CHTTP

/// A certificate with those that lead to it, and its private key, both in PEM.
package struct TLSCertificate: Sendable {
  private let chain: [UInt8]
  private let key: [UInt8]

  /// - Throws: `TLSError` where GnuTLS can't use them, or they don't belong together; `LibraryError` where
  ///   libmicrohttpd is missing.
  package init(chain: [UInt8], key: [UInt8]) throws {
    (self.chain, self.key) = (chain, key)
    let examine = try MicroHTTPServer.Library.load().functions.pointee.examine
    if let reason = withPointer({ examine?($0) }) { throw TLSError(reason: String(cString: reason)) }
  }

  func withPointer<Result>(_ body: (UnsafePointer<qix_http_certificate>) -> Result) -> Result {
    chain.withUnsafeBytes { chain in
      key.withUnsafeBytes { key in
        func text(_ bytes: UnsafeRawBufferPointer) -> qix_http_text {
          qix_http_text(bytes: bytes.baseAddress?.assumingMemoryBound(to: CChar.self), count: bytes.count)
        }
        var certificate = qix_http_certificate(chain: text(chain), key: text(key))
        return body(&certificate)
      }
    }
  }
}

/// Why a certificate can't be used, in GnuTLS's words.
package struct TLSError: Error, Equatable {
  package let reason: String
}
