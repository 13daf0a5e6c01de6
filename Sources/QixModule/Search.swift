package import QixCommands
package import QixKernel

/// A module whose things `qix find` finds, by their ids and by what people call them.
package protocol SearchProviding: Module {
  /// Looks for what was typed, and adds what it finds: only what a command shows that is open to the caller's role.
  static func find(_ search: inout Search, in context: Context) throws
}

/// A search for whatever somebody has in hand, without knowing what it is.
package struct Search: Sendable {
  /// The words as they were typed, without blanks at their ends.
  package let text: String
  /// Whether the words are an id of qix's own, so that nothing else is looked for.
  package let isID: Bool
  private let role: Role?
  package private(set) var hits: [Hit] = []
  package private(set) var leftOut: [LeftOut] = []
  /// The kinds of personal data that were looked at: such a search is counted, and written to the audit log.
  package private(set) var personal: [String] = []

  /// Hits of one kind at most.
  package static let most = 20

  package struct Hit: Sendable {
    /// `user`, `transfer`: the noun of the command that shows it.
    package let kind: String
    package let id: String
    package let user: UserID?
    /// All whom it concerns: that user, and the other side of a transfer.
    package let users: [UserID]
    package let title: Sentence
    /// The part of it that the words fit: `id`, `phone`.
    package let by: String
    package let state: String?
  }

  /// Something that was not looked for, or not shown.
  package struct LeftOut: Sendable {
    package let what: String
    package let why: Sentence
  }

  package init(_ text: String, for principal: Principal) {
    self.text = text
    role = principal.role
    isID = Self.isID(text)
  }

  /// Whether a text is three letters, a line and 26 letters and digits.
  package static func isID(_ text: String) -> Bool {
    let bytes = Array(text.lowercased().utf8)
    return bytes.count == 30 && bytes[3] == UInt8(ascii: "_")
      && bytes.enumerated().allSatisfy { index, byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): index > 3
        default: index == 3
        }
      }
  }

  /// The id of a kind that was typed; nil for other words.
  package func id<Tag: IdentifierTag>(_: Identifier<Tag>.Type) -> Identifier<Tag>? { Identifier(text) }

  /// Whether a command is open to the caller's role, so that what it shows may be found.
  package func isOpen(_ command: any AnyCommand.Type) -> Bool {
    role.map(command.declaration.isOpen(to:)) ?? false
  }

  /// Says that personal data of a kind is looked at, before it is.
  package mutating func looks(at kind: String) {
    if !personal.contains(kind) { personal.append(kind) }
  }

  /// Adds a hit, once by the first that it was found by. More than twenty of a kind are left out.
  package mutating func add(
    _ kind: String, _ id: some CustomStringConvertible, of user: UserID?, and other: UserID? = nil,
    _ title: Sentence, by: String, state: String? = nil
  ) {
    let (id, same) = (id.description, hits.filter { $0.kind == kind })
    guard !same.contains(where: { $0.id == id }) else { return }
    guard same.count < Self.most else {
      if !leftOut.contains(where: { $0.what == kind }) {
        leave(kind, because: "more than \(Self.most) fit; only these are shown. Give more of it.")
      }
      return
    }
    let users = [user, other].compactMap(\.self)
    hits.append(Hit(kind: kind, id: id, user: user, users: users, title: title, by: by, state: state))
  }

  package mutating func leave(_ what: String, because why: Sentence) { leftOut.append(LeftOut(what: what, why: why)) }
}
