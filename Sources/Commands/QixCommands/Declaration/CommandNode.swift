package import QixKernel

/// A place in the tree of commands. A group lists types, so that only what is looked at is evaluated.
package indirect enum CommandNode: Sendable {
  case command(any AnyCommand.Type)
  case group(CommandGroup)

  package var name: String {
    switch self {
    case .command(let type): type.declaration.name
    case .group(let group): group.name
    }
  }

  /// Without a full stop, whether it was declared with one or not: lists have none.
  package var summary: Sentence {
    switch self {
    case .command(let type): type.declaration.summary.withoutStop
    case .group(let group): group.summary.withoutStop
    }
  }

  package var discussion: Sentence {
    switch self {
    case .command(let type): type.declaration.discussion
    case .group(let group): group.discussion
    }
  }

  /// The children; none for a command.
  package var children: [CommandNode] {
    switch self {
    case .command: []
    case .group(let group): group.children
    }
  }
}

/// A noun and the verbs that go with it.
package struct CommandGroup: Sendable {
  package let name: String
  package var summary: Sentence { makeSummary() }
  package var discussion: Sentence { makeDiscussion() }
  /// Made when somebody looks into the group: a start goes through the names of all groups, and into one or two of them.
  private let makeChildren: @Sendable () -> [CommandNode]
  private let makeSummary: @Sendable () -> Sentence
  private let makeDiscussion: @Sendable () -> Sentence
  package var children: [CommandNode] { makeChildren() }
  /// Why HTTP has none of its commands, as the end of "it is not offered, since …"; nil where it has them.
  package let local: String?

  package init(
    _ name: String, _ summary: @autoclosure @escaping @Sendable () -> Sentence,
    discussion: @autoclosure @escaping @Sendable () -> Sentence = "", local: String? = nil,
    _ children: @autoclosure @escaping @Sendable () -> [CommandNode]
  ) {
    self.local = local
    self.name = name
    makeSummary = summary
    makeDiscussion = discussion
    makeChildren = children
  }
}

/// A module that brings commands.
package protocol CommandProviding: Module {
  static var commands: [CommandNode] { get }
  /// Words that people try, without the program's name, and the words of the command or group that they mean.
  static var leads: Leads { get }
}

extension CommandProviding {
  package static var leads: Leads { [:] }
}

extension CommandProviding {
  package static var commandPart: (any ModulePart)? { CommandPart(module: Self.self) }
}

/// A module with commands, as `Module` knows it.
package struct CommandPart: ModulePart {
  package let module: any CommandProviding.Type
}

/// Words that people try, and the command that does what they mean: `redemption refund` and `reward refund`.
package typealias Leads = KeyValuePairs<String, String>
