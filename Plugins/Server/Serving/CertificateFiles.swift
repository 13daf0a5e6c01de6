internal import Glibc
internal import QixHTTP
internal import QixModule

/// The files of a certificate and its key, read at the start and again whenever they may have been renewed.
struct CertificateFiles: Sendable {
  let certificate: String
  let key: String

  /// Bytes that either has at most.
  private static let limit = 256 << 10

  /// - Throws: `InputError`, `LibraryError`, `server.open-key`, `server.certificate`.
  func load(_ face: any Face) throws -> TLSCertificate {
    let chain = try face.input(from: certificate).readToEnd(limit: Self.limit)
    let secret = try face.input(from: key).readToEnd(limit: Self.limit)
    var status = stat()
    if stat(key, &status) == 0, status.st_mode & S_IROTH != 0 {
      throw Failure(
        "server.open-key", .refused, "every user of this machine can read the private key in \(key)",
        hint: "Run `chmod o-rwx \(key)`. Others may have copied the key: make a new one.")
    }
    do {
      return try TLSCertificate(chain: chain, key: secret)
    } catch let error as TLSError {
      throw Failure(
        "server.certificate", .usage, "the certificate \(certificate) doesn't work with its key: \(error.reason)",
        hint:
          "Give a file with the whole chain, the server's own certificate first, and the matching key.")
    }
  }
}
