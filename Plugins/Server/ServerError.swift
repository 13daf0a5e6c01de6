internal import QixModule

/// Errors of the server.
enum ServerError: Failing {
  case place(String, reason: String)
  case failed(String)
  case cutShort(seconds: Int)

  var failure: Failure {
    switch self {
    case .place(let place, let reason):
      Failure(
        "server.place", .failed, "nothing can listen at \(place): \(reason)",
        hint: "Another server may be there already; name another place with --listen.")
    case .failed(let reason): Failure("server.failed", .failed, reason)
    case .cutShort(let seconds):
      Failure(
        "server.cut-short", .failed, "requests were still running after \(seconds) s, and were given up",
        hint: "What was answered is done; clients send the rest again under the same keys.")
    }
  }
}
