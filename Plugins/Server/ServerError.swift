internal import QixModule

/// Errors of the server.
enum ServerError: Failing {
  case place(String, reason: String)
  case failed(String)
  case certificate(String, reason: String)
  case openKey(String)
  case cutShort(seconds: Int)

  var failure: Failure {
    switch self {
    case .place(let place, let reason):
      Failure(
        "server.place", .failed, "nothing can listen at \(place): \(reason)",
        hint: "Another server may be there already; name another place with --listen.")
    case .failed(let reason): Failure("server.failed", .failed, reason)
    case .certificate(let file, let reason):
      Failure(
        "server.certificate", .usage, "the certificate \(file) can't be used with its key: \(reason)",
        hint:
          "Give the file with the whole chain, the server's own certificate first, and the key that was made for it.")
    case .openKey(let file):
      Failure(
        "server.open-key", .refused, "everybody on this machine can read the private key in \(file)",
        hint: "Take that away: chmod o-rwx \(file). And since others may have it already, make a new one.")
    case .cutShort(let seconds):
      Failure(
        "server.cut-short", .failed, "requests were still running after \(seconds) s, and were given up",
        hint: "What was answered is done; clients send the rest again under the same keys.")
    }
  }
}
