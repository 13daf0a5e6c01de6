import Foundation
import QixCommands
import QixFormats
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Synchronization
import Testing

@testable import Webhooks

/// A server tells webhooks by itself.
@Suite struct WebhookServingTests {
  /// Runs `qix serve` beside the body, and ends it as SIGTERM does.
  private func serving(
    _ home: TestHome, _ name: String = "s", _ options: [String] = [], _ body: () throws -> Void
  ) throws {
    let (stop, ended) = (Interruption(), Semaphore())
    let outcome = Mutex<TestTerminal.Outcome?>(nil)
    DetachedThread {
      let result = try? home.qix(
        ["serve", "--listen", "unix:\(home.path)/\(name).sock"] + options, interruption: stop)
      outcome.withLock { $0 = result }
      ended.post()
    }.start()
    let result = Result { try body() }
    stop.request()
    ended.wait()
    try result.get()
    let end = try #require(outcome.withLock { $0 })
    #expect(end.exitCode == 0, "\(end.errors)")
  }

  private func wait(_ isThere: () throws -> Bool) rethrows -> Bool {
    for _ in 0..<200 {
      if try isThere() { return true }
      usleep(50_000)
    }
    return false
  }

  @Test func aServerTellsWebhooks() throws {
    try TestHome.initialised(vault: true) { home in
      let receiver = try TestReceiver()
      let id = try receiver.add(to: home)
      try serving(home) {
        try DecidedShakes.add([1, 1, 1], in: home)
        #expect(try wait { try receiver.shakes.count == 3 })
      }
      #expect(try receiver.shakes == (1...3).map(DecidedShakes.id))
      // What was taken is written down, and the webhook is in nobody's hands.
      #expect(try home.json(["webhook", "show", id])["delivered"] == 3)
      #expect(try home.count("webhooks_webhooks WHERE leased_until IS NULL") == 1)
    }
  }

  /// Two servers and a run beside them tell each event once, in its order.
  @Test func serversAndARunBesideThemTellEachEventOnce() throws {
    try TestHome.initialised(vault: true) { home in
      let receiver = try TestReceiver()
      _ = try receiver.add(to: home)
      try serving(home, "a") {
        try serving(home, "b") {
          for _ in 0..<5 {
            try DecidedShakes.add([1, 1, 1, 1], in: home)
            _ = try home.qix("webhook deliver")
          }
          #expect(try wait { try receiver.shakes.count >= 20 })
        }
      }
      #expect(try receiver.shakes == (1...20).map(DecidedShakes.id))
    }
  }

  @Test func aServerForRequestsOnlyTellsNothing() throws {
    try TestHome.initialised(vault: true) { home in
      let receiver = try TestReceiver()
      _ = try receiver.add(to: home)
      try DecidedShakes.add([1], in: home)
      try serving(home, "s", ["--requests-only"]) { usleep(1_500_000) }
      #expect(try receiver.shakes.isEmpty)
    }
  }
}
