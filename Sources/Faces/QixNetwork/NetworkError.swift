internal import CCurl
package import QixKernel

/// Why something on the network did not come about. Names the host at most: a path or a query may hold a secret.
package enum NetworkError: Failing, Equatable {
  case malformedURL(problem: String)
  case unknownHost(host: String)
  case unreachable(host: String)
  case timedOut(host: String, milliseconds: Int)
  /// No TLS, or not with a certificate that this machine trusts.
  case untrusted(host: String)
  case tooLarge(host: String, limit: Int)
  case redirected(host: String, problem: String)
  /// The mail server takes no such user or password.
  case signInRefused(host: String)
  /// The answer breaks the protocol, or the connection broke.
  case failed(host: String, problem: String)
  /// A status other than the ones that mean success.
  case status(host: String, status: Int)
  /// A text that must not get into a header or an address.
  case malformedHeader(problem: String)
  case malformedAddress(problem: String)
  case malformedCredential
  /// The host's name leads into a network that the request must not reach.
  case outOfReach(host: String)
  case interrupted

  package var failure: Failure {
    switch self {
    case .malformedURL(let problem):
      Failure(
        "network.url", .usage, "the URL can't be used: \(problem)",
        hint: "Give an https:// URL. http:// is only for this machine, such as http://127.0.0.1:8080/.")
    case .unknownHost(let host):
      Failure(
        "network.unknown-host", .busy, "the name \(host) can't be resolved",
        hint: "Check the spelling, and the machine's name server.")
    case .unreachable(let host):
      Failure("network.unreachable", .busy, "\(host) accepts no connection", hint: "Check the port and the firewall.")
    case .timedOut(let host, let milliseconds):
      Failure("network.timed-out", .busy, "\(host) did not answer in \(milliseconds) ms", hint: "Try again.")
    case .untrusted(let host):
      Failure(
        "network.untrusted", .failed,
        "\(host) has no TLS certificate that this machine trusts",
        hint:
          """
          Check the certificate (`openssl s_client`). Put your own certificate authority into \
          /usr/local/share/ca-certificates.
          """
      )
    case .tooLarge(let host, let limit):
      Failure("network.too-large", .failed, "\(host) answered with more than \(limit) bytes")
    case .redirected(let host, let problem):
      Failure("network.redirected", .failed, "\(host) redirects elsewhere: \(problem)")
    case .signInRefused(let host):
      Failure(
        "network.sign-in", .notAllowed, "\(host) refused the user and the password",
        hint: "Check the user in the settings and the item in the vault.")
    case .failed(let host, let problem):
      Failure("network.failed", .failed, host.isEmpty ? "\(problem)" : "\(host): \(problem)")
    case .status(let host, let status) where status == 429 || status >= 500:
      Failure(
        "network.status", .busy, "\(host) answers with status \(status)",
        hint: status == 401 || status == 403 ? "Check the token in the vault." : "See the log of the other side.")
    case .status(let host, let status):
      Failure(
        "network.status", .failed, "\(host) answers with status \(status)",
        hint: status == 401 || status == 403 ? "Check the token in the vault." : "See the log of the other side.")
    case .malformedHeader(let problem):
      Failure("network.header", .usage, "the header can't be sent: \(problem)")
    case .malformedAddress(let problem):
      Failure("network.address", .usage, "this is not an email address: \(problem)")
    case .malformedCredential:
      Failure("network.credential", .notAllowed, "the credential is empty, or has characters that can't be sent")
    case .outOfReach(let host):
      Failure("network.out-of-reach", .notAllowed, "\(host) is in a private network, or on this machine")
    case .interrupted:
      Failure("interrupted", .interrupted, "interrupted")
    }
  }

  /// Translates libcurl's codes and those of qix_curl.h.
  init(code: Int, host: String, limits: TransferLimits) {
    self =
      switch code {
      case QIX_CURL_STOPPED: .interrupted
      case QIX_CURL_NO_HOST: .unknownHost(host: host)
      case QIX_CURL_NO_CONNECTION: .unreachable(host: host)
      case QIX_CURL_TIMED_OUT: .timedOut(host: host, milliseconds: limits.totalMilliseconds)
      case QIX_CURL_TLS_HANDSHAKE, QIX_CURL_TLS_CERTIFICATE,
        QIX_CURL_NO_TLS, QIX_CURL_CA_FILE_BAD:
        .untrusted(host: host)
      case QIX_CURL_SIGN_IN: .signInRefused(host: host)
      case QIX_CURL_PARTIAL, QIX_CURL_NOTHING_CAME, QIX_CURL_SEND_FAILED,
        QIX_CURL_RECEIVE_FAILED:
        .failed(host: host, problem: "the connection broke")
      default: .failed(host: host, problem: "the exchange failed (libcurl's code \(code))")
      }
  }
}
