package import QixKernel

/// A kind of identifiers, and where a shortened one is looked for.
package struct IdentifierKind: Sendable {
  package let prefix: String
  package let place: String?

  package init<Tag: IdentifierTag>(_: Identifier<Tag>.Type) { (prefix, place) = (Tag.prefix, Tag.place) }
}

extension ValueType {
  /// The text form of an identifier of one kind, such as `usr_01j…`, or a shortened one as tables show it.
  package static func identifier<Tag: IdentifierTag>(
    _ type: Identifier<Tag>.Type
  ) -> ValueType where Value == Identifier<Tag> {
    ValueType(placeholder: "ID") { text throws(ValueError) in
      if let value = Identifier<Tag>(text) { return value }
      throw ValueError("the identifier must be '\(Tag.prefix)_' and 26 letters and digits")
    }.takingShort(IdentifierKind(type))
  }

  /// The same, which also takes shortened identifiers of these kinds and reads them as the whole ones.
  package func takingShort(_ kinds: IdentifierKind...) -> ValueType {
    let parse = parse
    var type = ValueType(placeholder: placeholder, completion: completion, parse: parse) {
      text throws(ValueError) -> MaybeShort<Value> in
      for kind in kinds {
        if let place = kind.place, let part = ShortIdentifier(text, prefix: kind.prefix) {
          return .short(part, text, place)
        }
      }
      return .whole(try parse(text))
    } resolving: { read, context in
      switch read {
      case .whole(let value): value
      case .short(let part, let text, let place): try parse(try context.identifier(part, spelled: text, in: place))
      }
    }
    type.kinds = kinds
    return type
  }
}

private enum MaybeShort<Value: Sendable>: Sendable {
  case whole(Value)
  case short(ShortIdentifier, String, String)
}

extension ValueType where Value == String {
  /// A user: `usr_…`, shortened too, or whatever a command takes in place of it.
  package static var user: ValueType { text.takingShort(IdentifierKind(UserID.self)) }

  /// What a command knows by a name of its own or by an identifier of this kind, shortened too.
  package static func named<Tag: IdentifierTag>(_ type: Identifier<Tag>.Type) -> ValueType {
    text.takingShort(IdentifierKind(type))
  }
}
