package import QixKernel
package import QixStorage

/// A module that gives rights which may end while a command runs.
package protocol StandingChecking: Module {
  /// Is asked in each transaction that changes something, so that of a long file nothing more is done once it has ended.
  /// - Throws: what it says to whom it lets in no more; nothing of a principal to whom it has given no right.
  static func requireStanding(of principal: Principal, at now: Timestamp, in connection: Connection) throws
}

extension Registry {
  package func requireStanding(of principal: Principal, at now: Timestamp, in connection: Connection) throws {
    for case let module as any StandingChecking.Type in modules {
      try module.requireStanding(of: principal, at: now, in: connection)
    }
  }
}
