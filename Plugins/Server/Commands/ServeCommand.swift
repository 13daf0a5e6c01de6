internal import QixHTTP
internal import QixModule
internal import QixShake

/// `qix serve`
struct ServeCommand: Command {
  static let declaration = Declaration(
    "serve", "Offer the commands over HTTP, until it is told to end.", roles: .adminsOnly,
    discussion: """
      Whoever asks sends a token (`qix token create`), and may do over HTTP what it may do on the command line. \
      /reference shows what there is, /v1/openapi.json the same for programs, /healthz and /readyz whether it lives and \
      can read its data, /metrics its figures. docs/server.md says how to put it behind nginx or Caddy.

      With --certificate it speaks TLS at every address; Unix sockets do without. SIGHUP has it read the certificate, its \
      key and the settings server.origins and server.proxies again, and keeps what it has where they can't be used.

      It tells webhooks what happens, too, unless --requests-only leaves that to `qix webhook deliver`.

      SIGTERM ends it: no new connections, and what has begun is done first, for --grace seconds at most.
      """,
    examples: [
      Example("qix serve --check", "whether it could start"),
      Example("qix serve", "on this machine alone, port 8080"),
      Example("qix serve --listen 0.0.0.0:80 --listen unix:/run/qix/qix.sock --access-log -", "for a proxy in front"),
      Example(
        "qix serve --listen 0.0.0.0:443 --certificate fullchain.pem --certificate-key privkey.pem",
        "with TLS of its own"),
    ],
    isForOwner: true)

  @Option(
    "listen", .listenAddress, placeholder: "PLACE", "ADDRESS:PORT, unix:PATH or systemd; 127.0.0.1:8080 without it")
  private var places: [ListenAddress]
  @Option("certificate", .file, "Speak TLS with the certificate in this file, in PEM, and the chain behind it")
  private var certificate: String?
  @Option("certificate-key", .file, "Its private key, in PEM; others on the machine may not read the file")
  private var certificateKey: String?
  @Option("threads", .integer(in: 1...256), placeholder: "N", "Requests that are done at once", default: "32")
  private var threads: Int64
  @Option("grace", .integer(in: 0...3_600), placeholder: "SECONDS", "How long it waits at the end", default: "30")
  private var grace: Int64
  @Option("access-log", .accessLog, placeholder: "-", "Write a line of JSON for each request to standard output")
  private var accessLog: String?
  @Flag("requests-only", "Answer requests, and leave what goes on by itself, as telling webhooks, to other processes")
  private var isOnlyForRequests: Bool
  @Flag("check", "Look whether it could start, and end") private var isCheck: Bool

  func check() throws {
    guard (certificate == nil) == (certificateKey == nil) else {
      throw UsageError("--certificate and --certificate-key are given together")
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
        hint: "Another server may be there already; name another place with --listen.")
    }
    var context = context
    let lasting = try Lasting.begin(&context)
    let server = try Server(
      context, sockets, certificate, threads: Int(threads),
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
          context.face.note("The certificate and the settings were read again.")
        } catch {
          context.face.note("Nothing was read again: \((error as? any Diagnosable)?.description ?? "\(error)")")
        }
      }
      ServiceManager.tell("STOPPING=1")
    }
    let isWhole = server.stop(within: Int(grace))
    lasting.end()
    if !isWhole {
      throw Failure(
        "server.cut-short", .failed, "requests were still running after \(grace) s, and were given up",
        hint: "Answered requests are done; clients send the others again under the same keys.")
    }
    if isCheck { context.face.note("It could start.") }
    return Printed()
  }
}

extension ValueType where Value == ListenAddress {
  static var listenAddress: ValueType {
    ValueType(placeholder: "PLACE") { text throws(ValueError) in
      guard let address = ListenAddress(text) else {
        throw ValueError("a place is ADDRESS:PORT with the address in numbers, unix:PATH, or systemd")
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
