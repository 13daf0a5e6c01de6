internal import CampaignsContract
internal import CoinsContract
internal import QixModule

/// A rule of a campaign that became another one.
struct RuleChange: Sendable, Equatable {
  /// The rule's name in the file: `caps/wins`.
  let rule: String
  /// JSON; nil where there was none.
  let before: String?
  let now: String?

  var words: String { "\(rule) \(before ?? "none") to \(now ?? "none")" }

  /// The rules that differ, in the order of the file.
  static func all(from before: Campaign, to after: Campaign) throws -> [RuleChange] {
    let (old, new) = (leaves(try CampaignWriter.file(before)), leaves(try CampaignWriter.file(after)))
    let names = old.map(\.name) + new.map(\.name).filter { name in !old.contains { $0.name == name } }
    return names.compactMap { name in
      let (was, now) = (old.first { $0.name == name }?.text, new.first { $0.name == name }?.text)
      return was == now ? nil : RuleChange(rule: name, before: was, now: now)
    }
  }

  /// The members of the description, and of its objects one level deep; an award is one rule.
  private static func leaves(_ value: JSONValue) -> [(name: String, text: String)] {
    (value.object?.members ?? []).flatMap { member -> [(name: String, text: String)] in
      guard member.key != CampaignKeys.award, let object = member.value.object else {
        return [(member.key, text(member.value))]
      }
      return object.members.map { ("\(member.key)/\($0.key)", text($0.value)) }
    }
  }

  private static func text(_ value: JSONValue) -> String { value.string ?? value.text() }

  /// Changes that could hurt users who have taken part already, in words.
  static func harm(from before: Campaign, to after: Campaign) -> [String] {
    var harm: [String] = []
    func isLower(_ now: Int64?, than before: Int64?) -> Bool { (now ?? .max) < (before ?? .max) }
    for cap in Campaign.Cap.allCases where isLower(after.caps[cap], than: before.caps[cap]) {
      harm.append("\(cap.rawValue) would be lower")
    }
    if after.pace.cooldown > before.pace.cooldown { harm.append("the cooldown would be longer") }
    if isLower(after.pace.perMinute, than: before.pace.perMinute) { harm.append("per-minute would be lower") }
    if isLower(after.pace.usersPerDevice, than: before.pace.usersPerDevice) {
      harm.append("users-per-device would be lower")
    }
    if after.audience.minimumMode > before.audience.minimumMode {
      harm.append("the minimum account level would be higher")
    }
    if let segment = after.audience.segment, segment != before.audience.segment {
      harm.append("the segment would change")
    }
    for condition in after.audience.conditions where !before.audience.conditions.contains(condition) {
      harm.append("users would have to meet '\(condition)'")
    }
    // A factor is 1 or more, so a new one takes nothing from any user.
    if let multiplier = before.multiplier, after.multiplier != multiplier {
      harm.append("awards would no longer be multiplied by \(multiplier)")
    }
    if after.award != before.award { harm.append("the award would change") }
    if after.timeZone != before.timeZone { harm.append("days would begin at a different hour") }
    if after.drawWindow != before.drawWindow { harm.append("committed draws would change") }
    if isSooner(after.expires, than: before.expires) { harm.append("coins could expire sooner") }
    for use in before.types {
      guard let now = after.types.first(where: { $0.type == use.type }) else {
        harm.append("the shake '\(use.type)' would be removed")
        continue
      }
      if now.settings != use.settings { harm.append("settings of the shake '\(use.type)' would change") }
    }
    return harm
  }

  /// Whether coins won at the same moment might expire sooner: a period and a day can't be compared.
  private static func isSooner(_ now: Expiry?, than before: Expiry?) -> Bool {
    switch (now, before) {
    case (nil, _): false
    case (.at(let new)?, .at(let old)?): new < old
    case (.after(let new)?, .after(let old)?):
      new.months < old.months || new.days < old.days || new.microseconds < old.microseconds
    default: true
    }
  }
}
