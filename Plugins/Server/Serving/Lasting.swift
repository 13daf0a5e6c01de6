internal import QixModule

/// Services that live as long as the server, in place of those that are made for each command.
struct Lasting {
  private let ends: [() -> Void]

  static func begin(_ context: inout Context) throws -> Lasting {
    var ends: [() -> Void] = []
    for case let module as any LastingProviding.Type in context.registry.modules {
      ends.append(try module.beginLasting(&context))
    }
    return Lasting(ends: ends)
  }

  func end() { for end in ends.reversed() { end() } }
}
