internal import QixHTTP
internal import QixLibraries
internal import QixModule
internal import Synchronization

/// The server: sockets, the face behind them, and the way to its end.
struct Server {
  private let servers: [MicroHTTPServer]
  private let face: RequestHandler

  init(
    _ context: Context, _ source: ServedPages.Source, _ sockets: [ListeningSocket], _ certificate: TLSCertificate?,
    threads: Int, log: AccessLog?
  ) throws {
    let counts = Counts()
    face = try RequestHandler(context.program, context, source, threads: threads, log: log) { counts.sum }
    var servers: [MicroHTTPServer] = []
    do {
      for socket in sockets { servers.append(try MicroHTTPServer(socket, HTTPLimits(), face, certificate)) }
    } catch HTTPServerError.failed(let reason) {
      for server in servers { server.stop() }
      throw Failure("server.failed", .failed, "\(reason)")
    }
    self.servers = servers
    counts.bind(servers)
  }

  /// The counts of all sockets together, once they are there.
  private final class Counts: Sendable {
    private let servers = Mutex<[MicroHTTPServer]>([])

    func bind(_ all: [MicroHTTPServer]) { servers.withLock { $0 = all } }

    var sum: HTTPCounts {
      let all = servers.withLock { $0 }.map(\.counts)
      return HTTPCounts(
        connections: all.map(\.connections).reduce(0, +), accepted: all.map(\.accepted).reduce(0, +),
        malformed: all.map(\.malformed).reduce(0, +), slow: all.map(\.slow).reduce(0, +))
    }
  }

  /// Times of 200 ms until what describes the interface is made: the first requests of a server that was just started
  /// have the processors to themselves, and one that ends at once makes nothing that nobody asked for.
  private static let waitsBeforeDocuments = 25

  /// Begins what goes on beside requests, until the interruption of the command's face.
  func startBackground() { face.startBackground() }

  /// Waits, and tells the service manager that all is well.
  /// - Parameter reload: is called whenever SIGHUP has asked for it.
  func run(until interruption: Interruption, reload: () -> Void) {
    var request = ReloadRequest()
    var waits = 0
    while !interruption.isRequested {
      Pause.wait(milliseconds: 200)
      waits += 1
      if waits == Self.waitsBeforeDocuments { DetachedThread { [face] in face.documents.prepare() }.start() }
      if request.take() { reload() }
      ServiceManager.tellAlive()
    }
  }

  /// Takes another certificate, and the settings as they are now.
  /// - Throws: `TLSError`, and what reading throws. What was there before stays then.
  func reload(_ certificate: TLSCertificate?) throws {
    try face.reload()
    guard let certificate else { return }
    for server in servers { try server.certify(certificate) }
  }

  /// Takes nothing new, does what has begun, and ends.
  /// - Returns: whether all of it was done in time.
  func stop(within seconds: Int) -> Bool {
    for server in servers { server.quiesce() }
    face.quiesce()
    let end = ProcessFigures.microseconds + Int64(seconds) * 1_000_000
    func isBusy() -> Bool { face.isWorking || servers.contains { $0.pending > 0 } }
    while isBusy(), ProcessFigures.microseconds < end { Pause.wait(milliseconds: 10) }
    guard !isBusy() else { return false }
    face.stop()
    for server in servers { server.stop() }
    return true
  }
}
