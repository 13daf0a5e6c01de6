internal import CampaignsContract
internal import CoinsContract
internal import QixShake

/// The findings of a shake's steps, as far as no column has it: a JSON object with short names, one for each shake, so
/// that what is told later doesn't hang on a campaign that may have changed since.
///
/// via, link, session, place: resolve · at: when a step of it was first seen · a, d, w, c: the user's attempts, attempts
/// of the day, wins and coins before it · step: the pending step · f: facts of the proof · claim: one that was taken
/// · award, times, by: of one that is multiplied, by so many hundredths, by whom (since 0.4.0) · pot, prize: decide
/// · gift, denied: one that was refused, or that its user can't have, with the code · hold · waits, told: the code and sentence of a notice (since 0.6.0) · text, hint: of a refusal · draft: a campaign
/// that was not started yet. Sentences are stored ones (`Sentence.json`); up to 0.7.0 they were texts in English.
enum Trace {
  static func write(
    _ shake: ResolvedShake, _ judgement: Judgement, _ decision: Decision, isStep: Bool, to writer: inout JSONWriter
  ) {
    writer.removeAll()
    writer.beginObject()
    if isStep {
      writer.key("via")
      writer.string(shake.via.rawValue)
    }
    let context = shake.request.context
    if let link = context.link { writer.member("link", link) }
    if let session = context.session { writer.member("session", session) }
    if let place = context.place { writer.member("place", place) }
    let tally = shake.before.tally
    if tally.attempts > 0 {
      writer.key("a")
      writer.integer(tally.attempts)
      writer.key("d")
      writer.integer(tally.attempts(on: shake.day))
      writer.key("w")
      writer.integer(tally.wins)
      writer.key("c")
      writer.integer(tally.coins)
    }
    if let pending = shake.pending {
      writer.member("step", pending.step)
      writer.key("since")
      writer.integer(pending.started.microseconds)
      if let hold = pending.hold {
        writer.member("hold", "\(hold.transfer)")
        writer.key("held")
        writer.integer(hold.coins)
      }
    }
    if let proof = judgement.proof {
      if !proof.facts.members.isEmpty {
        writer.key("f")
        writer.value(.object(proof.facts))
      }
      if case .refused = decision, let claim = proof.use { writer.member("claim", claim.text) }
      if judgement.gift == nil, let gift = judgement.prize.gift {
        writer.member("gift", gift.name)
        if let denied = judgement.denied { writer.member("denied", denied) }
      }
      if let pot = judgement.prize.pot {
        writer.key("pot")
        writer.integer(pot)
      }
      if let (award, factor) = judgement.prize.factor {
        writer.key("award")
        writer.integer(award)
        writer.key("times")
        writer.integer(factor.hundredths)
        if let multiplier = shake.campaign.multiplier { writer.member("by", multiplier.multiplier) }
      }
      if let notice = judgement.notice {
        writer.member("waits", notice.code)
        writer.key("told")
        writer.value(notice.sentence.json)
      } else if judgement.prize.full != judgement.prize.coins || judgement.transfer == nil {
        writer.key("prize")
        writer.integer(judgement.prize.full)
      }
    }
    if case .refused(let refusal) = decision {
      if judgement.proof == nil, !refusal.seen.isEmpty {
        writer.key("f")
        writer.beginObject()
        for (name, value) in refusal.seen { writer.member(name, value) }
        writer.endObject()
      }
      writer.key("text")
      writer.value(refusal.sentence.json)
      if let hint = refusal.hint {
        writer.key("hint")
        writer.value(hint.json)
      }
      if shake.campaign.campaign.state == .draft { writer.member("draft", true) }
    }
    writer.endObject()
  }

  /// A refusal as it was first answered; once the user was erased, its code is all that is left.
  static func refusal(_ code: String, _ trace: String?) throws -> Refusal {
    let members = try trace.map { try read($0) }
    return Refusal(
      code, given: sentence(members?["text"]) ?? .keyed("shakes.refused", "the shake was refused"),
      hint: sentence(members?["hint"]))
  }

  /// The notice that the user of a waiting shake was given; nil of any other, and once the user was erased.
  static func notice(_ trace: String?) throws -> Notice? {
    guard let trace, let members = try trace.contains("\"waits\"") ? read(trace) : nil else { return nil }
    guard let code = members["waits"]?.string, let sentence = sentence(members["told"]) else { return nil }
    return Notice(code, sentence)
  }

  static func sentence(_ json: JSONValue?) -> Sentence? { json.flatMap { Sentence(json: $0) } }

  /// A trace as the user whose shake it is may have it: its sentences are texts in English.
  static func readable(_ trace: String) throws -> JSONValue {
    var members = try read(trace)
    for name in ["told", "text", "hint"] {
      if let sentence = sentence(members[name]) { members[name] = .string(sentence.description) }
    }
    return .object(members)
  }

  static func read(_ trace: String) throws -> JSONObject {
    guard let object = try? JSONValue(parsing: trace).object else {
      throw StorageError.corrupt("the trace of a shake is not a JSON object")
    }
    return object
  }
}
