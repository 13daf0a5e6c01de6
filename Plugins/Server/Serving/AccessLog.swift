internal import QixFormats
internal import QixModule

/// A line for each request, as JSON Lines: no value of a request, no address, no user. A customer's actor is their role.
struct AccessLog: Sendable {
  let write: @Sendable (String) -> Void

  func note(_ route: String, _ status: Int, microseconds: Int64, by actor: String?, at time: Timestamp) {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("at", text: time)
      writer.member("route", route)
      writer.member("status", Int64(status))
      writer.member("microseconds", microseconds)
      writer.member("actor", actor)
    }
    writer.newLine()
    write(writer.text)
  }
}

extension Principal {
  /// The name for the log, where no customer is told from another.
  var logName: String { isCustomer ? role?.rawValue ?? name : name }
}
