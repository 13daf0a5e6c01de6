import Glibc
import QixCatalog
import QixHTTP
import QixModule
import QixStorage
import QixTesting
import Synchronization
import Testing

@testable import Server

/// Clients that come back to a stream of events.
@Suite struct CatchingUpTests {
  /// A client that looks, with each thing that it is told, whether the connection that reads for it is free.
  private final class Watcher: HTTPExchange {
    let head = HTTPHead(method: "GET", target: "/v1/events", fields: [:])
    let body: [UInt8] = []
    let database: Database
    let told = Mutex(0)
    let held = Mutex(0)

    init(_ database: Database) { self.database = database }

    func offer(_ bytes: [UInt8], most: Int) throws(HTTPClientGone) -> Bool {
      guard String(decoding: bytes, as: UTF8.self).contains("data:") else { return true }
      told.withLock { $0 += 1 }
      let free = Kept(false)
      DetachedThread { [database] in
        try? database.read { _ in }
        free.value = true
      }.start()
      for _ in 0..<100 where !free.value { usleep(2_000) }
      if !free.value { held.withLock { $0 += 1 } }
      return true
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(HTTPClientGone) -> Int { 0 }
    func respond(_ response: HTTPResponse) {}
    func start(_ status: Int, _ fields: HTTPFields) {}
    func write(_ bytes: [UInt8]) throws(HTTPClientGone) {}
    func end() {}
  }

  /// A read that stays open for a slow client would keep the log of the database from being checkpointed.
  @Test func noReadStaysOpenForASlowClient() throws {
    try TestHome.initialised(modules: Catalog.modules + [FaceModule.self]) { home in
      try home.done("event list")
      for index in 0..<8 { try home.done("user create --external-id u\(index)") }
      try FaceModule.with(home) { face in
        let database = face.base.database.reader()
        let watcher = Watcher(database)
        let listener = Listener(
          exchange: watcher, audience: EventAudience(.operator), user: nil, types: nil, isStillAllowed: { _ in true })
        try #require(face.listeners).add(listener, after: EventLog.start, [:], database)
        #expect(watcher.told.withLock { $0 } >= 8)
        #expect(watcher.held.withLock { $0 } == 0)
      }
    }
  }
}
