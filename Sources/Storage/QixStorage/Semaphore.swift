internal import Glibc

/// A counting semaphore for threads (POSIX `sem_t`).
package final class Semaphore: Sendable {
  // As a number, since pointers can't be sent. What it points to is the system's to guard.
  private let address: UInt

  private var pointer: UnsafeMutablePointer<sem_t>? { UnsafeMutablePointer(bitPattern: address) }

  package init() {
    let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    let code = sem_init(semaphore, 0, 0)
    precondition(code == 0, "a semaphore at 0 can always be made")
    address = UInt(bitPattern: semaphore)
  }

  deinit {
    guard let pointer else { return }
    sem_destroy(pointer)
    pointer.deallocate()
  }

  package func wait() {
    guard let pointer else { return }
    while sem_wait(pointer) != 0, errno == EINTR {}
  }

  package func post(_ count: Int = 1) {
    guard let pointer else { return }
    for _ in 0..<count { sem_post(pointer) }
  }
}
