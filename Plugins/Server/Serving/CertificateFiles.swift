internal import Glibc
internal import QixHTTP
internal import QixModule

/// The files of a certificate and its key, read at the start and again whenever they may have been renewed.
struct CertificateFiles: Sendable {
  let certificate: String
  let key: String

  /// Bytes that either has at most.
  private static let limit = 256 << 10

  /// - Throws: `InputError`, `ServerError`, `LibraryError`.
  func load(_ terminal: Terminal) throws -> TLSCertificate {
    let chain = try terminal.input(from: certificate).readToEnd(limit: Self.limit)
    let secret = try terminal.input(from: key).readToEnd(limit: Self.limit)
    var status = stat()
    if stat(key, &status) == 0, status.st_mode & S_IROTH != 0 { throw ServerError.openKey(key) }
    do {
      return try TLSCertificate(chain: chain, key: secret)
    } catch let error as TLSError {
      throw ServerError.certificate(certificate, reason: error.reason)
    }
  }
}
