internal import IdentityContract
internal import QixModule
internal import QixPhone

extension ProfileField {
  /// Checks a value and brings it into the form in which it is kept.
  /// - Parameters:
  ///   - today: for birth dates.
  ///   - minimumAge: in years; 0 for no limit.
  ///   - region: of phone numbers without a country code, two letters of ISO 3166-1; nil takes none without.
  /// - Throws: `UserError.malformedField`, `UserError.tooYoung`, `phone.…`, with sentences that don't repeat
  ///   the value.
  func normalised(
    _ text: String, today: CalendarDate, minimumAge: Int64 = 0, region: String? = nil
  ) throws -> String {
    guard text.utf8.count <= 4_096 else {
      throw refusal(.keyed("identity.field-malformed.far-too-long", "it is far too long"))
    }
    switch self {
    case .phone: return try PhoneNumber(PlainText.trimmed(text), region: region).e164
    case .email: return try EmailAddress.normalised(PlainText.trimmed(text))
    case .gender: return try gender(PlainText.trimmed(text))
    case .givenName, .familyName, .displayName: return try line(PlainText.trimmed(text), longest: 100)
    case .birthDate: return try birthDate(text, today, minimumAge)
    case .address: return try address(text)
    case .interests: return try interests(text)
    case .instagram: return try instagram(PlainText.trimmed(text))
    }
  }

  /// The form of a kept value by which it is found.
  func found(_ value: String) -> String { self == .email ? EmailAddress.found(value) : value }

  private func refusal(_ problem: Sentence) -> UserError { .malformedField(self, problem: problem) }

  private func line(_ text: String, longest: Int) throws(UserError) -> String {
    guard !text.isEmpty else { throw refusal(.empty) }
    guard text.unicodeScalars.count <= longest else {
      throw refusal(.keyed("identity.field-malformed.long", "it is longer than \(longest) characters"))
    }
    guard PlainText.isVisible(text) else { throw refusal(.unseen) }
    return text
  }

  private func gender(_ text: String) throws(UserError) -> String {
    let word = text.lowercased()
    guard ["female", "male", "other", "not-said"].contains(word) else {
      throw refusal(.keyed("identity.field-malformed.gender", "it must be female, male, other or not-said"))
    }
    return word
  }

  private func birthDate(_ text: String, _ today: CalendarDate, _ minimumAge: Int64) throws(UserError) -> String {
    guard let date = CalendarDate(text) else {
      throw refusal(.keyed("identity.field-malformed.date", "it is not a calendar date"))
    }
    guard date <= today else { throw refusal(.keyed("identity.field-malformed.future", "it is in the future")) }
    guard date.adding(months: 12 * 130) >= today else {
      throw refusal(.keyed("identity.field-malformed.past", "it is more than 130 years ago"))
    }
    guard date.adding(months: 12 * minimumAge) <= today else { throw .tooYoung(years: minimumAge) }
    return "\(date)"
  }

  private func address(_ text: String) throws(UserError) -> String {
    let lines = text.split(omittingEmptySubsequences: true, whereSeparator: \.isNewline)
      .map { PlainText.trimmed(String($0)) }.filter { !$0.isEmpty }
    guard lines.count <= 10 else {
      throw refusal(.keyed("identity.field-malformed.lines", "it has more than 10 lines"))
    }
    guard lines.reduce(0, { $0 + $1.unicodeScalars.count }) <= 500 else {
      throw refusal(.keyed("identity.field-malformed.long", "it is longer than \(500) characters"))
    }
    guard !lines.isEmpty else { throw refusal(.empty) }
    guard lines.allSatisfy(PlainText.isVisible) else { throw refusal(.unseen) }
    return lines.joined(separator: "\n")
  }

  /// In their order, each once whatever its capitals.
  private func interests(_ text: String) throws(UserError) -> String {
    var seen: Set<String> = []
    var interests: [String] = []
    for part in text.split(separator: ",") {
      let interest = PlainText.trimmed(String(part))
      guard !interest.isEmpty, seen.insert(interest.lowercased()).inserted else { continue }
      interests.append(try line(interest, longest: 50))
    }
    guard !interests.isEmpty else { throw refusal(.empty) }
    guard interests.count <= 50 else {
      throw refusal(.keyed("identity.field-malformed.many", "there are more than 50"))
    }
    return interests.joined(separator: ", ")
  }

  /// A link to a profile, never a sign-in: Instagram's no longer serves persons.
  private func instagram(_ text: String) throws(UserError) -> String {
    var rest = text[...]
    for prefix in ["https://", "http://"] where rest.lowercased().hasPrefix(prefix) {
      rest = rest.dropFirst(prefix.count)
      let hosts = ["www.instagram.com/", "instagram.com/"]
      guard let host = hosts.first(where: { rest.lowercased().hasPrefix($0) }) else {
        throw refusal(.keyed("identity.field-malformed.link", "it leads somewhere else"))
      }
      rest = rest.dropFirst(host.count)
      // The query that Instagram adds to a shared profile says who shared it.
      rest = rest.prefix { $0 != "?" && $0 != "#" }
      if rest.last == "/" { rest = rest.dropLast() }
    }
    if rest.first == "@" { rest = rest.dropFirst() }
    guard (1...30).contains(rest.utf8.count),
      rest.unicodeScalars.allSatisfy({ scalar in
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", ".", "_": true
        default: false
        }
      })
    else { throw refusal(.keyed("identity.field-malformed.handle", "it is not a handle")) }
    return "https://instagram.com/\(rest.lowercased())"
  }
}

extension Sentence {
  fileprivate static let empty = keyed("identity.field-malformed.empty", "it is empty")
  fileprivate static let unseen = keyed(
    "identity.field-malformed.unseen", "it has characters that can't be seen")
}
