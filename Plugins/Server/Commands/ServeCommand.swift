internal import QixHTTP
internal import QixModule
import QixPages
internal import QixShake

/// `qix serve`
struct ServeCommand: Command {
  static let declaration = Declaration(
    "serve", "Serve the commands over HTTP until stopped.", roles: .adminsOnly,
    discussion: """
      Each request carries a token (`qix token create`), with the same rights as on the command line. /reference lists \
      all routes, /v1/openapi.json describes them for programs. /healthz and /readyz show whether the server lives and \
      can read its data; /metrics has its figures. See docs/server.md to run it behind nginx or Caddy.

      With --certificate, it uses TLS at every address except Unix sockets. On SIGHUP, it reloads the certificate, its \
      key, and the settings server.origins, server.proxies and server.language. If they can't be used, it keeps the \
      old ones.

      It also delivers webhooks, unless --requests-only leaves them to `qix webhook deliver`.

      SIGTERM stops it: it accepts no new connections and finishes running requests, for --grace seconds at most.
      """,
    examples: [
      Example("qix serve --check", "whether it could start"),
      Example("qix serve", "only on this machine, port 8080"),
      Example("qix serve --listen 0.0.0.0:80 --listen unix:/run/qix/qix.sock --access-log -", "for a proxy in front"),
      Example(
        "qix serve --listen 0.0.0.0:443 --certificate fullchain.pem --certificate-key privkey.pem",
        "with its own TLS"),
    ],
    isForOwner: true)

  @Option(
    "listen", .listenAddress, placeholder: "PLACE", "ADDRESS:PORT, unix:PATH or systemd (default: 127.0.0.1:8080)")
  private var places: [ListenAddress]
  @Option("certificate", .namedFile, "Use TLS with the certificate and chain in this PEM file")
  private var certificate: String?
  @Option("certificate-key", .namedFile, "Its private key, in PEM; other users must not be able to read it")
  private var certificateKey: String?
  @Option("threads", .integer(in: 1...256), placeholder: "N", "Requests handled at the same time", default: "32")
  private var threads: Int64
  @Option(
    "grace", .integer(in: 0...3_600), placeholder: "SECONDS",
    """
    How long to wait for running requests at the end
    """, default: "30")
  private var grace: Int64
  @Option("access-log", .accessLog, placeholder: "-", "Write a line of JSON for each request to standard output")
  private var accessLog: String?
  @Flag("requests-only", "Only answer requests; leave background work, such as webhooks, to other processes")
  private var isOnlyForRequests: Bool
  @Option(
    "pages", .directory, "Show web pages from their sources, in this folder with the whole project; for developers")
  private var pages: String?
  @Flag("check", "Check whether it could start, then exit") private var isCheck: Bool

  func check() throws {
    guard (certificate == nil) == (certificateKey == nil) else {
      throw UsageError("--certificate and --certificate-key need each other")
    }
  }

  func run(in context: Context) throws -> Printed {
    let files = certificate.flatMap { chain in certificateKey.map { CertificateFiles(certificate: chain, key: $0) } }
    let certificate = try files?.load(context.face)
    let sockets: [ListeningSocket]
    do throws(ListenError) {
      sockets = try ListeningSocket.open(places.isEmpty ? [.tcp(host: "127.0.0.1", port: 8080)] : places)
    } catch {
      throw Failure(
        "server.place", .failed, "the server can't listen at \(error.address): \(error.reason)",
        hint: "Another server may already run there. Choose another address with --listen.")
    }
    var context = context
    let lasting = try Lasting.begin(&context)
    let server = try Server(
      context, pages.map(ServedPages.Source.project) ?? .pack(.ofProgram), sockets, certificate, threads: Int(threads),
      log: accessLog == nil
        ? nil
        : AccessLog { [context] line in
          try? context.face.writeLine(String(line.dropLast()))
        })
    if !isCheck {
      context.face.catchInterruption()
      ReloadRequest.catchSignal()
      for socket in sockets {
        context.face.note(
          "Listening at \(socket.address)\(certificate == nil || socket.isLocal ? "" : ", with TLS").")
      }
      ServiceManager.tell("READY=1")
      if !isOnlyForRequests { server.startBackground() }
      server.run(until: context.face.interruption) { [context] in
        do {
          try server.reload(try files?.load(context.face))
          context.face.note("The certificate and the settings were reloaded.")
        } catch {
          context.face.note("Nothing was reloaded: \((error as? any Diagnosable)?.description ?? "\(error)")")
        }
      }
      ServiceManager.tell("STOPPING=1")
    }
    let isWhole = server.stop(within: Int(grace))
    lasting.end()
    if !isWhole {
      throw Failure(
        "server.cut-short", .failed, "requests were still running after \(grace) s, and were given up",
        hint: "Answered requests are done. Clients send the others again with the same keys.")
    }
    if isCheck { context.face.note("It could start.") }
    return Printed()
  }
}

extension ValueType where Value == ListenAddress {
  static var listenAddress: ValueType {
    ValueType(placeholder: "PLACE") { text throws(ValueError) in
      guard let address = ListenAddress(text) else {
        throw ValueError("an address is ADDRESS:PORT in numbers, unix:PATH, or systemd")
      }
      return address
    }
  }
}

extension ValueType where Value == String {
  static var accessLog: ValueType {
    ValueType(placeholder: "-") { text throws(ValueError) in
      guard text == "-" else { throw ValueError("it goes to standard output: -") }
      return text
    }
  }
}
