package import IdentityContract
package import QixModule

extension IdentityModule: RequestChecking {
  package static func change(
    since request: OpenRequest, in connection: Connection, context: Context
  ) throws -> String? {
    // A transfer is taken back from whoever has the wallet by now.
    guard !request.operation.hasPrefix("reverse ") else { return nil }
    for user in request.named(UserID.self) {
      let standing = try User.first(user, in: connection)?.standing
      if standing == .merged { return "\(user) was merged into another user" }
      if standing == .erased { return "\(user) was erased" }
    }
    if request.operation.hasPrefix("issue "), let user = request.user,
      try User.first(user, in: connection)?.standing == .suspended
    {
      return "\(user) is suspended"
    }
    guard request.operation.hasPrefix("resume "), let user = request.user else { return nil }
    guard try User.first(user, in: connection)?.standing == .suspended else { return "\(user) is not suspended" }
    let isAnew = try UserHistory.suspension(of: user, in: connection).map { $0.at > request.asked } ?? false
    return isAnew ? "\(user) was suspended once more" : nil
  }
}
