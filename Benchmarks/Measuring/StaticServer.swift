internal import Glibc
internal import QixKernel

/// nginx on one small file, for scale: what the same load gets of a server that has nothing to decide.
package final class StaticServer {
  package let port: UInt16
  private let server: ChildProcess
  private static let program = "/usr/sbin/nginx"

  /// The request for the file.
  package static let request = "GET /file HTTP/1.1\r\nHost: localhost\r\n\r\n"

  /// Nil where nginx isn't installed.
  /// - Parameter content: what the file holds.
  package init?(_ content: String, in folder: String) throws {
    guard access(Self.program, X_OK) == 0 else { return nil }
    port = try ServedHome.freePort()
    let place = "\(folder)/nginx"
    mkdir(place, 0o755)
    try WorkFolder.write([content], to: "\(place)/file")
    let paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \(place)/\($0);" }
    try WorkFolder.write(
      [
        "daemon off; worker_processes auto; pid \(place)/pid; error_log \(place)/errors;",
        "events { worker_connections 2048; }",
        "http { access_log off; keepalive_requests 1000000000; \(paths.joined(separator: " "))",
        "server { listen 127.0.0.1:\(port); root \(place); } }",
      ], to: "\(place)/nginx.conf")
    server = try ChildProcess([Self.program, "-e", "\(place)/errors", "-c", "\(place)/nginx.conf"])
    let limit = Stopwatch.now + 5_000_000
    while (try? LoadGenerator(port: port, connections: 1)) == nil {
      guard Stopwatch.now < limit, !server.hasEnded else { throw MeasuringError("nginx doesn't come up") }
      Stopwatch.nap(microseconds: 20_000)
    }
  }

  deinit {
    _ = Glibc.kill(server.identifier, SIGTERM)
    _ = server.wait()
  }
}
