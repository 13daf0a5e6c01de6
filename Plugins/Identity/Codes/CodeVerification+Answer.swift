internal import IdentityContract
internal import QixModule

/// What a right code has shown.
extension CodeVerification {
  /// What somebody only gave is not found, and goes to the one who proves it: else a number could be taken before its
  /// owner comes. What staff have entered for a user who has proved nothing makes the one who proves it that user.
  func answer(_ binding: CodeBinding, _ recipient: String, in connection: Connection) throws -> Answer {
    let holder = try profiles.holder(of: binding.channel.field, recipient, in: connection)
    if let arrivals {
      guard binding.user == nil else { throw CodeError.notForSigningIn }
      return try arrive(arrivals, holder, binding.channel, recipient, in: connection)
    }
    guard let named = binding.user else { return try recognise(holder, binding.channel, recipient, in: connection) }
    return try give(to: User.living(named, in: connection), holder, binding.channel, recipient, in: connection)
  }

  /// Signs in as the user whose number it is, or else makes it that of a user who has none.
  private func arrive(
    _ arrivals: Arrivals, _ holder: ContactHolder, _ channel: CodeChannel, _ recipient: String,
    in connection: Connection
  ) throws -> Answer {
    let caller = try arrivals.trial(in: connection)
    var (owner, loser): (UserID?, UserID?) = (nil, nil)
    var others: [Contact] = []
    switch holder {
    case .nobody: break
    case .given(let user): loser = user == caller ? nil : user
    case .reserved(let user): throw UserError.claimed(channel.field.label, user)
    case .proved(let user): owner = user
    case .claimed(let user):
      owner = user
      others = try takeUp(user, channel, recipient, in: connection)
    }
    let session = try arrivals.arrive(owner, in: connection) { user in
      if let loser { try profiles.remove(channel.field, of: loser, in: connection) }
      try profiles.setProved(channel.field, to: recipient, of: user, in: connection)
    }
    var answer = Answer(user: session.user, channel: channel, recipient: recipient, loser: loser)
    answer.joined = owner == nil || caller == owner ? nil : caller
    answer.others = others
    answer.session = session
    return answer
  }

  /// Finds the user whose number it is.
  private func recognise(
    _ holder: ContactHolder, _ channel: CodeChannel, _ recipient: String, in connection: Connection
  ) throws -> Answer {
    switch holder {
    case .nobody, .given: throw UserError.nobodyProved(channel.field.label)
    case .reserved(let user): throw UserError.claimed(channel.field.label, user)
    case .proved(let user):
      try Modes().requireActive(user, in: connection)
      try profiles.prove(channel.proof, of: user, in: connection)
      return Answer(user: user, channel: channel, recipient: recipient, loser: nil)
    case .claimed(let user):
      try Modes().requireActive(user, in: connection)
      var answer = Answer(user: user, channel: channel, recipient: recipient, loser: nil)
      answer.others = try takeUp(user, channel, recipient, in: connection)
      return answer
    }
  }

  /// Makes it the number of a user who is known. Another for whom staff have entered it, and who has proved nothing, is
  /// the same person, and is merged into this one.
  private func give(
    to user: User, _ holder: ContactHolder, _ channel: CodeChannel, _ recipient: String, in connection: Connection
  ) throws -> Answer {
    if try profiles.needsConsent(user.id, channel.field, recipient, by: context.principal, in: connection) {
      try consent.use(by: user.id, in: connection)
    }
    var before = [user]
    var joined: UserID?
    var others: [Contact] = []
    switch holder {
    case .nobody, .proved: break
    case .given(let other) where other != user.id:
      before.append(try User.survivor(of: other, in: connection))
      try profiles.remove(channel.field, of: other, in: connection)
    case .reserved(let other) where other != user.id: throw UserError.claimed(channel.field.label, other)
    case .claimed(let other) where other != user.id:
      try context.requireAllModules()
      others = try profiles.claimedContacts(of: other, besides: channel, in: connection)
      let directory = Directory(clock: context.clock, random: context.random, acquaintances: context.acquaintances)
      _ = try Merge(context: context, directory: directory, profiles: profiles)
        .run("\(other)", into: "\(user.id)", in: connection)
      joined = other
    case .given, .reserved, .claimed: break
    }
    try profiles.setProved(channel.field, to: recipient, of: user.id, in: connection)
    let modes = try before.map { ($0.id, $0.mode, try User.survivor(of: $0.id, in: connection).mode) }
    var answer = Answer(
      user: user.id, channel: channel, recipient: recipient, loser: before.dropFirst().first?.id, modes: modes)
    (answer.joined, answer.others) = (joined, others)
    return answer
  }

  /// Makes a claimed number the proved one of its user. Sessions by which anyone has acted as that user so far end.
  /// - Returns: what else staff have entered for the user.
  private func takeUp(
    _ user: UserID, _ channel: CodeChannel, _ recipient: String, in connection: Connection
  ) throws -> [Contact] {
    try context.service(ifProvided: Users.sessions)?.endAll(of: user, in: connection)
    let others = try profiles.claimedContacts(of: user, besides: channel, in: connection)
    try profiles.setProved(channel.field, to: recipient, of: user, in: connection)
    return others
  }
}
