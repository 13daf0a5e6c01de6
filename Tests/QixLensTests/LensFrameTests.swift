import CProcess
import Glibc
import QixFormats
import QixTesting
import Testing

@testable import QixLens

@Suite struct LensFrameTests {
  /// Both ends of a socket.
  private static func withChannels(_ body: (LensChannel, LensChannel) throws -> Void) throws {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
    defer { ends.forEach { close($0) } }
    try body(LensChannel(socket: ends[0]), LensChannel(socket: ends[1]))
  }

  @Test func whatIsSentArrivesWithItsFile() throws {
    try Self.withChannels { one, other in
      let file = try LensFile(Array("a stranger's".utf8))
      try one.send(["number": 1, "text": "é"], descriptor: file.descriptor)
      try one.answer(["second": true])
      let frame = try other.receive(most: 100, within: 1_000)
      #expect(frame.object == ["number": 1, "text": "é"])
      let came = LensFile(descriptor: frame.descriptor, size: file.size)
      #expect(try came.bytes(most: 100) == Array("a stranger's".utf8))
      let second = try other.receive(most: 100, within: 1_000)
      #expect(second.object == ["second": true] && second.descriptor == -1)
    }
  }

  @Test func silenceEnds() throws {
    try Self.withChannels { _, other in
      #expect(throws: LensFrame.Fault.silence) { try other.receive(most: 100, within: 20) }
    }
  }

  @Test func lengthsAreBounded() throws {
    #expect(try LensFrame.length([0, 0, 0, 100], most: 100) == 100)
    for head: [UInt8] in [[0, 0, 0, 101], [0, 0, 0, 1], [0, 0, 0, 0], [255, 255, 255, 255], [0, 0, 0], []] {
      #expect(throws: LensFrame.Fault.malformed) { try LensFrame.length(head, most: 100) }
    }
  }

  /// A worker that was taken over writes what it likes.
  @Test func anythingIsRefusedOrRead() throws {
    let seed = Seed(for: "frames of the lens")
    var mangler = Mangler(
      seed, pieces: ["{", "}", "\"reading\":", "\"fault\":\"damaged\"", "[[", "\u{0}\u{0}\u{0}\u{2}"])
    let good = LensFrame.bytes(["reading": ["code": "4006381333931", "corners": [1, 2, 3.5, nil]]])
    var (read, refused) = (0, 0)
    for iteration in 0..<fuzzCount(2_000) {
      let bytes = iteration == 0 ? good : mangler.changed(good)
      try Self.withChannels { one, other in
        // Short enough to fit into the socket at once.
        _ = bytes.withUnsafeBytes { write(one.socket, $0.baseAddress, min($0.count, 16_384)) }
        shutdown(one.socket, Int32(SHUT_WR))
        do throws(LensFrame.Fault) {
          _ = try other.receive(most: 4_096, within: 1_000)
          read += 1
        } catch {
          #expect(error != .silence, "\(seed), iteration \(iteration)")
          refused += 1
        }
      }
    }
    #expect(read > 0 && (refused > 0 || fuzzCount(2_000) < 100), "\(seed)")
  }
}
