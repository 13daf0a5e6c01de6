internal import Glibc
internal import IdentityContract
internal import QixCatalog
internal import QixFormats
internal import QixKernel
internal import QixLens
internal import QixShake
internal import QixStorage

/// A home where receipts are handed in, made by the program's own commands. Pictures are read by the program's workers,
/// which stay warm; whether they count is decided in this process.
package final class ReceiptDesk {
  package enum User: String, CaseIterable {
    case first, second
  }

  /// What becomes of a picture.
  package enum Outcome: String, Sendable {
    case paid, waits
    /// It waits, and whoever decides is told of a receipt like it.
    case told = "waits, and its original is known"
    case used = "refused as used"
    case unread = "refused as unreadable"
  }

  package struct Answer: Sendable {
    package let outcome: Outcome
    /// The shake's id without its prefix; the receipt has the same.
    fileprivate let name: String
  }

  private let subject: Subject
  private let type: any ShakeType.Type
  private let lens: Lens
  private let runner: any ShakeRunner
  private let users: [User: UserID]
  /// Bytes of memory that a worker had at the most, of those that it had to itself or shared.
  package private(set) var peakMemory: Int64 = 0

  /// Makes the home, with a campaign that pays every receipt of which total and date can be read, however badly.
  package init(_ subject: Subject) throws {
    self.subject = subject
    try subject.initialise()
    try subject.run("vault", "init", "--key-file", "\(subject.home)/vault.key", "--quiet")
    try subject.run("setting", "set", "receiptshake.open-reviews", "1000", "--quiet")
    let campaign: JSONValue = [
      "name": "all", "brand": "bench", "title": "Receipts", "start": "2020-01-01", "end": "2099-01-01",
      "time-zone": "UTC", "award": ["fixed": 1], "shakes": ["receipt": ["age": "P99Y", "confidence": 0]],
    ]
    let file = "\(subject.home).campaign.json"
    try WorkFolder.write([campaign.text()], to: file)
    try subject.run("campaign", "create", "--file", file, "--quiet")
    try subject.run("campaign", "fund", "all", "--amount", "1000000", "--quiet")
    try subject.run("campaign", "start", "all", "--quiet")
    for user in User.allCases { try subject.run("user", "create", "--external-id", user.rawValue, "--quiet") }

    let context = try subject.context()
    guard let type = try ShakeTypes.all(of: context.registry)["receipt"] else {
      throw MeasuringError("there is no receipt shake")
    }
    self.type = type
    runner = try context.service(Shakes.runner)
    lens = Lens(LensOperations.all(of: context.registry.modules), executable: subject.program)
    let directory = try context.service(Users.directory)
    users = try context.database.read { connection in
      var users: [User: UserID] = [:]
      for user in User.allCases { users[user] = try directory.find(user.rawValue, in: connection) }
      return users
    }
  }

  /// - Parameter isDryRun: says what would become of it, and keeps nothing.
  /// - Throws: `LensError` where it can't be looked at, `MeasuringError` where something else is refused about it.
  package func handIn(_ path: String, as user: User, isDryRun: Bool = false) throws -> Answer {
    guard let user = users[user] else { throw MeasuringError("there is no user '\(user)'") }
    let sights = try Sights.look(at: ["image": LensFile(path: path)], for: type, lens: lens)
    peakMemory = max(peakMemory, Self.workersPeak())
    let request = ShakeRequest(user: user, type: type.name, campaign: "all", sights: sights)
    let answer = try runner.run(request, reason: nil, isDryRun: isDryRun)
    let outcome: Outcome
    switch answer.outcome {
    case .won, .wonGift, .nothing: outcome = .paid
    case .waits: outcome = .waits
    case .refused(let refusal) where refusal.code == "receiptshake.used-already": outcome = .used
    case .refused(let refusal) where refusal.code == "receiptshake.unreadable": outcome = .unread
    case .refused(let refusal): throw MeasuringError("\(path): \(refusal.code), \(refusal.sentence)")
    case .needsMore: throw MeasuringError("\(path): more is asked for")
    }
    return Answer(outcome: outcome, name: Self.name("\(answer.shake)"))
  }

  /// Whether the program names a receipt to whoever asks it which one a picture shows.
  package func knows(_ path: String, as original: Answer) throws -> Bool {
    let output = try subject.run("receipt", "find", "--image", path, "--json").output
    let found = try JSONValue(parsing: Array(output.utf8))["receipts"]?.array ?? []
    return found.contains { $0["receipt"]?.string.map(Self.name) == original.name }
  }

  private static func name(_ identifier: String) -> String {
    identifier.split(separator: "_").last.map(String.init) ?? identifier
  }

  /// Of the processes that this one has started and that live, proc_pid_status(5).
  private static func workersPeak() -> Int64 {
    guard let directory = opendir("/proc") else { return 0 }
    defer { closedir(directory) }
    var peak: Int64 = 0
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      guard Int32(name) != nil, let file = fopen("/proc/\(name)/status", "r") else { continue }
      defer { fclose(file) }
      var bytes = [UInt8](repeating: 0, count: 4_096)
      let count = fread(&bytes, 1, bytes.count, file)
      var fields: [Substring: Int64] = [:]
      for line in String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n") {
        let words = line.split { $0 == ":" || $0 == "\t" || $0 == " " }
        if words.count > 1 { fields[words[0]] = Int64(words[1]) }
      }
      if fields["PPid"] == Int64(getpid()) { peak = max(peak, (fields["VmHWM"] ?? 0) * 1_024) }
    }
    return peak
  }
}
