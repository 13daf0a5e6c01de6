internal import IdentityContract
internal import QixModule
internal import QixPhone

/// The ways personal data comes in: as the value of an option, where other people on the machine can see it (`ps`) while
/// the command runs, or from standard input or a file, where they can't.
enum PersonalInput {
  /// Bytes of a profile as JSON.
  private static let limit = 64 * 1_024

  /// The value itself, or a line of standard input where it is `-` on a command line.
  static func value(_ text: String, _ face: any Face) throws -> String {
    guard text == "-", face.isDashInput else { return text }
    let bytes = try face.input(from: "-").readToEnd(limit: 4_096)
    return PlainText.trimmed(String(decoding: bytes, as: UTF8.self))
  }

  /// The changes of a file: a JSON object of fields, null for one that is to go.
  static func changes(from path: String, _ face: any Face) throws -> [ProfileChange] {
    let value = try face.json(from: path, limit: limit).value
    guard let object = value.object else {
      throw UsageError("the file must be one JSON object", hint: #"For example: {"gender": "female", "email": null}."#)
    }
    return try object.members.enumerated().map { index, member in
      guard let target = ProfileChange.Target(member.key) else {
        throw UsageError(
          "member \(index + 1) of the file is not a field of a profile",
          hint: "Fields: \(ProfileChange.Target.all.joined(separator: ", ")).")
      }
      switch member.value {
      case .null: return ProfileChange(target: target, value: nil)
      case .string(let text): return ProfileChange(target: target, value: text)
      case .array(let elements) where target == .field(.interests) && elements.allSatisfy({ $0.string != nil }):
        // A comma within an interest would make two of it.
        guard elements.allSatisfy({ $0.string?.contains(",") == false }) else {
          throw UserError.malformedField(
            .interests, problem: .keyed("identity.field-malformed.comma", "one of them has a comma"))
        }
        return ProfileChange(target: target, value: elements.compactMap(\.string).joined(separator: ","))
      default: throw UsageError("'\(target.name)' must be a text or null in the file")
      }
    }
  }
}

/// A field of a profile, or the username, that gets a value or loses it.
struct ProfileChange: Sendable {
  enum Target: Sendable, Equatable {
    case field(ProfileField)
    case username

    init?(_ name: String) {
      if name == "username" {
        self = .username
      } else if let field = ProfileField(rawValue: name) {
        self = .field(field)
      } else {
        return nil
      }
    }

    static var all: [String] { ProfileField.allCases.map(\.rawValue) + ["username"] }

    var name: String {
      switch self {
      case .field(let field): field.rawValue
      case .username: "username"
      }
    }
  }

  let target: Target
  /// Nil takes it away.
  let value: String?
}

extension Document {
  /// Says what is doubtful of a number that was taken.
  mutating func warn(of number: PhoneNumber) {
    guard let doubt = number.doubt else { return }
    warn("The phone number \(doubt.words).")
  }
}

extension PhoneNumber.Doubt {
  /// Behind one number or several.
  var words: String {
    switch self {
    case .unknown: "may exist, but libphonenumber knows no such number; its tables may be older"
    case .countryCode:
      "may already begin with a country code, and got the one that is set here as well; if so, write + in front"
    }
  }
}
