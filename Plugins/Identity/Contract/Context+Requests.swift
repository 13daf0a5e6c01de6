internal import QixCommands
internal import QixCrypto
package import QixKernel
package import QixStorage

/// An operation that the caller's role may only ask for.
package struct AskedChange: Sendable {
  /// What is to be approved, in words without personal data: `resume usr_…`.
  package let operation: String
  /// Nil for what is about nobody alone.
  package let user: UserID?
  /// Tells it from others that read the same; empty where the words say all.
  package let detail: [UInt8]
  /// How many coins it is about; nil for what is about none.
  package let coins: Coins?

  package enum Coins: Sendable {
    case amount(Int64)
    /// All that a user has when it is asked.
    case wallet(UserID)
  }

  package init(_ operation: String, of user: UserID?, detail: [UInt8] = [], coins: Coins? = nil) {
    (self.operation, self.user, self.detail, self.coins) = (operation, user, detail, coins)
  }
}

extension Context {
  /// Makes a change, or asks somebody to approve it where the caller's role may only ask for it: then nothing is changed,
  /// a request is written down and thrown, and once it is approved the same command goes through.
  /// - Parameters:
  ///   - isTried: whether `body` is run and taken back before somebody is asked, so that nobody is asked to approve what
  ///     can't be done. Not for what does more than writing to the database.
  ///   - isDone: whether a result says that nothing changes, such as a repeat: nobody is asked about that.
  ///   - asked: tells what is asked for; run for such a caller alone.
  /// - Throws: what `body` throws, and the error that it waits.
  package func change<Result: Sendable>(
    _ action: String, isTried: Bool = true, isDone: (Result) -> Bool = { _ in false },
    asking asked: (Connection) throws -> AskedChange,
    _ body: (Connection, inout Change) throws -> Result
  ) throws -> Result {
    guard let approvers = invocation.approvers else { return try change(action, body) }
    let (reason, second) = try (required(invocation.neededReason), required(service(ifProvided: Users.secondPerson)))
    let outcome = try change(action) { connection, change -> Swift.Result<Result, Waiting> in
      let asked = try asked(connection)
      change.isAdmitted = true
      do {
        try connection.savepoint {
          guard isTried else { return }
          var tried = change
          throw Undone(isDone: isDone(try body(connection, &tried)))
        }
      } catch let undone as Undone where undone.isDone {
        return .success(try body(connection, &change))
      } catch is Undone {}
      let wish = ApprovalWish(
        fingerprint: asked.fingerprint, operation: asked.operation, user: asked.user, reason: reason, sealed: nil,
        approvers: approvers, coins: asked.coins)
      if let waits = try second.admit(wish, isDryRun: isDryRun, in: connection) {
        change.action = "identity.request-approval"
        change.subject = asked.operation
        return .failure(Waiting(error: waits))
      }
      return .success(try body(connection, &change))
    }
    switch outcome {
    case .success(let result): return result
    case .failure(let waiting): throw waiting.error
    }
  }

  private func required(_ reason: String?) throws -> String {
    guard let reason else {
      throw UsageError("a request needs --reason", hint: "The person who approves it reads it: --reason 'case 815'.")
    }
    return reason
  }

  private func required(_ second: (any SecondPerson)?) throws -> any SecondPerson {
    guard let second else {
      throw Failure(
        "identity.no-approvals", .notAllowed,
        "\(principal.name) may only request this, but requests are not possible here",
        hint: "An operator enables the module 'coins', which keeps requests. An operator can also make the change.")
    }
    return second
  }

  private struct Undone: Error { let isDone: Bool }
  private struct Waiting: Error { let error: any Diagnosable }
}

extension AskedChange {
  fileprivate var fingerprint: [UInt8] {
    var hasher = SHA256()
    hasher.update("identity.asked/1")
    for bytes in [Array(operation.utf8), detail] {
      hasher.update(Int64(bytes.count))
      hasher.update(bytes)
    }
    return hasher.finish()
  }
}
