package import QixShake

extension ReadShakeType {
  /// A campaign has one text, which counts once for each user.
  package func repetition(
    of campaign: CampaignID, from start: Timestamp, until end: Timestamp, in connection: Connection
  ) throws -> Repetition {
    let text = try TextStore.current(settings.text("text") ?? "", in: connection)
    let questionnaire = try QuestionnaireStore.current(settings.text("questionnaire") ?? "", in: connection)
    let isThere = text != nil && questionnaire != nil
    return Repetition(
      .oneOf(isThere ? 1 : 0), units: unitsToExpect(of: questionnaire?.questions ?? []),
      codes: Repetition.Codes(had: "readshake.already-submitted", nothing: "readshake.nothing-to-read"))
  }

  /// From what is needed to pass, where no question is worth more than another, up to all.
  private func unitsToExpect(of questions: [Question]) -> Repetition.Units {
    let points = questions.filter(\.isScored).map(\.points)
    let most: Int64
    switch units {
    case .right: most = Int64(points.count)
    case .points: most = points.reduce(0, +)
    case .completed: return .one
    }
    let isEven = points.allSatisfy { $0 == points.first }
    let pass = min(100, max(0, settings.number("pass") ?? 0))
    let least = units == .points || isEven ? Int64((Double(most) * pass / 100).rounded(.up)) : 0
    return .range(min(least, most)...most)
  }
}
