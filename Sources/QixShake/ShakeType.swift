/// A module that brings types of shake.
package protocol ShakeProviding: Module {
  static var shakeTypes: [any ShakeType.Type] { get }
}

/// A way of winning coins by a shake: looks at what the user brings as evidence and says whether it counts.
///
/// Its worth, whether the user may try, and that no user is paid twice is the pipeline's business. A value of the
/// type stands for one campaign's settings; the pipeline makes it once and keeps it while the campaign doesn't change.
package protocol ShakeType: Sendable {
  /// Its name in campaigns, directives and commands: `tv`. Lower-case letters, digits and hyphens; for ever.
  static var name: String { get }
  /// One sentence on what the user does, without a full stop.
  static var summary: String { get }
  /// The settings that a campaign may give it.
  static var settings: [ShakeSetting] { get }
  /// The evidence that a shake may bring. The pipeline refuses anything else before `verify` sees it.
  static var evidence: [EvidenceField] { get }
  /// The files that a shake may bring. The server looks at them before the shake's transaction, and `verify` gets what it
  /// saw.
  static var sights: [SightField] { get }
  /// - Parameter settings: checked against `Self.settings`, defaults filled in.
  init(_ settings: ShakeSettings)

  /// Whether `verify` ever writes with these settings. Where it doesn't, the type says so, and the pipeline does without
  /// a savepoint around each attempt, which is faster.
  var writes: Bool { get }

  /// Whether a proof's units have an end by these settings, or by the shake's nature. Where they don't, a campaign that pays
  /// by the unit and has no ceiling of its own is warned of.
  var boundsUnits: Bool { get }

  /// The faults that only the type can find in a campaign's settings, when the campaign is made, changed or started:
  /// one sentence for each fault, such as that a schedule named in them doesn't exist. None when all is well.
  func faults(in connection: Connection) throws -> [String]

  /// Looks at the evidence of one attempt, inside the transaction of the shake.
  ///
  /// It may write to tables of its own. What it wrote stays when it accepts or needs more, and is taken back when it
  /// refuses or throws. It must not read a clock: `attempt.at` is the server's.
  ///
  /// An answer that no type may give (a use of more than 200 bytes, more than 16 KiB of facts, a refusal without a
  /// code) ends the shake like an error that is thrown: it is undone, and its key stays free.
  func verify(_ attempt: Attempt, in connection: Connection) throws -> Verdict

  /// The rule by which shakes count again in a campaign, for its simulation. It needs no preparation: no vault is open.
  /// - Parameters:
  ///   - campaign: whose settings these are; of one that isn't made yet an id that no campaign has.
  ///   - start: of its period.
  ///   - end: of its period, which ends before.
  func repetition(
    of campaign: CampaignID, from start: Timestamp, until end: Timestamp, in connection: Connection
  ) throws -> Repetition

  /// Whether its shakes need a key of the vault: a campaign that takes them isn't started where there is none.
  static var needsVault: Bool { get }

  /// The thing that this home lacks for shakes of this type, such as products: a sentence with its remedy. A campaign
  /// can be started all the same, since it may begin later.
  /// - Returns: nil where nothing is missing.
  static func lack(in context: Context) throws -> Sentence?

  /// What `qix shake explain` says of a refusal besides its sentence, which is for customers: what it means, and what the
  /// help desk can do next. It says who runs the commands that it names, and never tells of another user.
  /// - Parameter code: of a refusal that is the type's own.
  /// - Returns: nil where the sentence says it all.
  static func meaning(of code: String) -> String?

  /// Whether a dry run tells a program what would come of a shake. Not where others' shakes and secret codes decide it:
  /// who may ask as often as they like, and uses up nothing by it, finds out what counts.
  static var isForetold: Bool { get }

  /// The actions of the audit log by which people decide its shakes; the subject has the letters of the shake's id.
  static var decisions: [String] { get }
}

extension ShakeType {
  package static var settings: [ShakeSetting] { [] }
  package static var evidence: [EvidenceField] { [] }
  package static var sights: [SightField] { [] }
  package var writes: Bool { true }
  package var boundsUnits: Bool { true }
  package func faults(in connection: Connection) throws -> [String] { [] }
  package func repetition(
    of campaign: CampaignID, from start: Timestamp, until end: Timestamp, in connection: Connection
  ) throws -> Repetition { .another }
  package static var needsVault: Bool { false }
  package static func lack(in context: Context) throws -> Sentence? { nil }
  package static func meaning(of code: String) -> String? { nil }
  package static var isForetold: Bool { true }
  package static var decisions: [String] { [] }
}

/// A type that needs more than its settings and the database, such as a key of the vault.
package protocol PreparedShakeType: ShakeType {
  /// Fetches it. The pipeline calls it once for each value, outside of any transaction and before its first `verify`.
  /// It only reads.
  /// - Throws: the error that the shake ends with, such as a locked vault.
  mutating func prepare(in context: Context) throws
}

/// An attempt that a shake's type is asked to look at.
package struct Attempt: Sendable {
  package let shake: ShakeID
  package let user: UserID
  package let campaign: CampaignID
  /// When the server received it.
  package let at: Timestamp
  package let context: ShakeContext
  package let evidence: Evidence
  /// The server's looks at the files that were brought.
  private let sights: [String: Sight]

  package init(
    shake: ShakeID, user: UserID, campaign: CampaignID, at: Timestamp, context: ShakeContext, evidence: Evidence,
    sights: [String: Sight] = [:]
  ) {
    self.shake = shake
    self.user = user
    self.campaign = campaign
    self.at = at
    self.context = context
    self.evidence = evidence
    self.sights = sights
  }

  /// The server's look for one of the type's `sights`; nil where no file was brought for it.
  package func sight(_ name: String) -> Sight? { sights[name] }
}

/// The place of the user when they shake.
package struct ShakeContext: Sendable, Equatable {
  /// The deep link that led here: `qix://brand/summer`.
  package var link: String?
  /// The session of an event or a show.
  package var session: String?
  /// A place's name, as the operator calls it.
  package var place: String?
  /// The device's name for itself; only a keyed hash of it is kept.
  package var device: String?

  package init(link: String? = nil, session: String? = nil, place: String? = nil, device: String? = nil) {
    self.link = link
    self.session = session
    self.place = place
    self.device = device
  }
}
