internal import Glibc
internal import QixFormats

/// The workers of one operation: those that wait for a file, and how many look at one. Threads that find all of them busy
/// wait for the next that is free.
///
/// `@unchecked` is safe here: what changes is touched under the mutex alone, and a worker that was taken is its taker's.
final class WorkerPool: @unchecked Sendable {
  let operation: any LensOperation.Type
  private let executable: String
  private let most: Int

  // Guarded by the mutex.
  private var idle: [WorkerProcess] = []
  private var out = 0
  // At one place for as long as this lives.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let freed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  /// - Parameter most: workers at a time.
  init(_ operation: any LensOperation.Type, executable: String, most: Int) {
    (self.operation, self.executable, self.most) = (operation, executable, most)
    let codes = [pthread_mutex_init(mutex, nil), pthread_cond_init(freed, nil)]
    precondition(codes == [0, 0] && most > 0, "a pool can always be made")
  }

  deinit {
    pthread_cond_destroy(freed)
    pthread_mutex_destroy(mutex)
    freed.deallocate()
    mutex.deallocate()
  }

  /// Asks a worker, waiting for one.
  ///
  /// A file over which a worker breaks off, or has a fault of age, has one more try with a fresh one, where the worker
  /// had looked at others before. There is no third.
  /// - Throws: `LensError`.
  func look(at file: LensFile, _ options: JSONObject) throws(LensError) -> JSONObject {
    let worker = try take()
    let wasFresh = worker.served == 0
    do throws(WorkerProcess.Loss) {
      return try look(at: file, options, by: worker)
    } catch .fault(let fault) {
      if wasFresh || !operation.faultsOfAge.contains(fault) {
        throw .fault(fault, sentence: operation.sentence(of: fault))
      }
    } catch .heldUp {
      throw .busy(seconds: operation.limits.seconds)
    } catch {
      guard !wasFresh else { throw .unreadable }
    }
    let second = try take(isFresh: true)
    do throws(WorkerProcess.Loss) {
      return try look(at: file, options, by: second)
    } catch .fault(let fault) {
      throw .fault(fault, sentence: operation.sentence(of: fault))
    } catch .heldUp {
      throw .busy(seconds: operation.limits.seconds)
    } catch {
      throw .unreadable
    }
  }

  /// Ends it where it broke off, answered what no operation answers, has a fault of age, or is old; else keeps it.
  private func look(
    at file: LensFile, _ options: JSONObject, by worker: WorkerProcess
  ) throws(WorkerProcess.Loss) -> JSONObject {
    do throws(WorkerProcess.Loss) {
      let reading = try worker.look(at: file, options)
      guard operation.accepts(reading) else { throw .broken }
      give(worker.isOld ? nil : worker)
      return reading
    } catch .fault(let fault) {
      give(worker.isOld || operation.faultsOfAge.contains(fault) ? nil : worker)
      throw .fault(fault)
    } catch {
      give(nil)
      throw error
    }
  }

  private func take(isFresh: Bool = false) throws(LensError) -> WorkerProcess {
    pthread_mutex_lock(mutex)
    while out >= most { pthread_cond_wait(freed, mutex) }
    out += 1
    // A fresh one is made in the place of one that waits, so that there are never more.
    let waiting = idle.popLast()
    pthread_mutex_unlock(mutex)
    if let waiting, !isFresh { return waiting }
    do throws(LensError) {
      return try start()
    } catch {
      give(nil)
      throw error
    }
  }

  /// A worker that can't be had is asked for once more: a busy machine has lost it.
  private func start() throws(LensError) -> WorkerProcess {
    do throws(LensError) {
      return try WorkerProcess(operation, executable: executable)
    } catch .noWorker {
      return try WorkerProcess(operation, executable: executable)
    }
  }

  /// - Parameter worker: nil for one that is of no more use.
  private func give(_ worker: WorkerProcess?) {
    pthread_mutex_lock(mutex)
    out -= 1
    if let worker { idle.append(worker) }
    pthread_cond_signal(freed)
    pthread_mutex_unlock(mutex)
  }
}
