package import QixKernel

/// A command in the shape that is being replaced by `Command`.
package protocol OldCommand: AnyCommand {
  init(_ arguments: Arguments) throws
  func run(in context: Context) throws
}

package protocol OldStandaloneCommand: OldCommand {}

extension OldStandaloneCommand {
  package static var isStandalone: Bool { true }
}

extension OldCommand {
  package static func prepared() -> PreparedCommand {
    PreparedCommand(forms: declaration.parameters.map(\.form)) { arguments, context in
      try Self(arguments).run(in: context)
    }
  }
}
