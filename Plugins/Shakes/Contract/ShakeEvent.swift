package import QixKernel
package import QixShake
package import QixStorage

/// The outcome of a shake, as observers are told it (acceptance B3).
package struct ShakeEvent: Sendable {
  package let answer: ShakeAnswer
  package let user: UserID
  package let at: Timestamp

  package init(answer: ShakeAnswer, user: UserID, at: Timestamp) {
    self.answer = answer
    self.user = user
    self.at = at
  }
}

/// A module that is told of every decided shake, inside the shake's transaction: what it writes stays or goes with it.
///
/// The shake's own row may not be in its table yet; all there is to know is in the event.
package protocol ShakeObserving: Module {
  /// Whether it has anything to look at now. Asked once for each transaction, in which there may be thousands of shakes:
  /// a module with nothing to do then costs none of them anything.
  static func isListening(in connection: Connection) throws -> Bool

  /// Throwing undoes the whole shake, so an observer throws only for what must not stay.
  static func observe(_ event: ShakeEvent, in connection: Connection, context: Context) throws
}

extension ShakeObserving {
  package static func isListening(in connection: Connection) throws -> Bool { true }
}
