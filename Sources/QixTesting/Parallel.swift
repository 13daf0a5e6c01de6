internal import Foundation
internal import Synchronization

/// Runs `body` on so many threads of their own, waits for all, and hands back what each returned.
///
/// Not tasks: a body may block, for a lock or a disk, as long as it likes.
/// - Throws: the first error that a body threw.
package func inParallel<Result: Sendable>(
  _ count: Int, _ body: @escaping @Sendable (Int) throws -> Result
) throws -> [Result] {
  let results = Mutex<[Int: Swift.Result<Result, any Error>]>([:])
  let group = DispatchGroup()
  for index in 0..<count {
    group.enter()
    Thread.detachNewThread {
      let result = Swift.Result { try body(index) }
      results.withLock { $0[index] = result }
      group.leave()
    }
  }
  group.wait()
  return try results.withLock { results in try (0..<count).compactMap { try results[$0]?.get() } }
}
