internal import IdentityContract
internal import QixHTTP
internal import QixModule

/// A command where HTTP has it. An object, since each request hands it on several times: of a struct with all that it holds
/// each would be counted again.
final class Offer: Sendable {
  let address: Address
  let place: CommandTree.Place
  let declaration: Declaration
  /// Whether its work can be handed in, which keeps a thread for some microseconds.
  let isDeferring: Bool
  /// Whether it keeps a thread only for a moment: it reads, or hands in its work.
  var isBrief: Bool { isDeferring || declaration.effect == .reads }
  /// Whether customers without a session may ask for it.
  let isForGuests: Bool
  /// How long its reads take.
  let pace: Pace
  /// Whether it takes what stands in a file, and so forms: from programs, which send secrets so too, and from customers.
  fileprivate let takesFiles: (programs: Bool, customers: Bool)
  /// What clients may give, by its name in requests.
  let parameters: [String: ParameterForm]
  /// The parameter that takes an idempotency key, and the one that asks for a dry run.
  let key: ParameterForm?
  let dryRun: ParameterForm?
  let command: (any AnyCommand.Type)?
  /// Whether it can be asked for as a stream.
  var isFollowed: Bool { listing != nil || !follows.isEmpty }
  /// Types of events after which its answer may be another.
  let follows: Set<String>
  /// The command, where it lists events.
  let listing: (any EventListing.Type)?
  /// Whether mail programs ask for it with one tap, by a form that has nothing it takes.
  let isOneTap: Bool

  /// Names it among all others: `campaign.simulate`.
  var id: String { place.path.dropFirst().joined(separator: ".") + (isForFile ? ".post" : "") }
  /// Whether it is a read by POST beside the GET, which carries no file.
  let isForFile: Bool

  init(_ address: Address, _ place: CommandTree.Place, isForFile: Bool = false) {
    (self.address, self.place, self.isForFile) = (address, place, isForFile)
    let call = Call(place)
    declaration = call.declaration
    isForGuests = declaration.roles.contains(.guest)
    parameters = Dictionary(
      place.forms.filter(RequestValues.isOpen).map { (RequestValues.name(of: $0), $0) },
      uniquingKeysWith: { first, _ in first })
    let files = parameters.values.filter { $0.kind != .flag && ($0.completion == .file || $0.secret == .file) }
    let given = call.declaration.givenByCustomers
    takesFiles = (!files.isEmpty, files.contains { $0.secret == nil && $0.isForCustomers(given) })
    if case .command(let command) = place.node { self.command = command } else { command = nil }
    listing = command as? any EventListing.Type
    isOneTap = command is any OneTapCommand.Type
    follows = declaration.follows
    isDeferring = call.isDeferring
    // Who checks everything reads everything.
    pace = Pace(startsSlowly: declaration.isCheck)
    key = call.forms.first { $0.purpose == .key }
    dryRun = call.forms.first { $0.purpose == .dryRun }
  }

  /// Whether it takes forms from who asks with these fields.
  func takesForms(_ fields: HTTPFields) -> Bool {
    Caller.isCustomer(fields) ? takesFiles.customers : takesFiles.programs
  }
}

/// Finds the command behind a method and a path.
struct RouteTable: Sendable {
  /// What stands at one place of paths.
  private struct Node: Sendable {
    var literals: [String: Int] = [:]
    var parameter: Int?
    var offers: [Offer] = []
  }

  private var nodes = [Node()]

  /// Every command that is offered.
  var offers: [Offer] { nodes.flatMap(\.offers) }

  init(_ tree: CommandTree) throws(RouteCollision) {
    for place in tree.places {
      guard case .success(let address) = place.address else { continue }
      let offer = Offer(address, place)
      try add(offer)
      guard address.method == "GET", offer.takesFiles.programs else { continue }
      try add(Offer(Address("POST \(address.path)"), place, isForFile: true))
    }
  }

  private mutating func add(_ offer: Offer) throws(RouteCollision) {
    var index = 0
    for part in offer.address.parts {
      let isParameter = part.hasPrefix("{")
      if let next = isParameter ? nodes[index].parameter : nodes[index].literals[part] {
        index = next
      } else {
        nodes.append(Node())
        let made = nodes.count - 1
        if isParameter { nodes[index].parameter = made } else { nodes[index].literals[part] = made }
        index = made
      }
    }
    if let other = nodes[index].offers.first(where: { $0.address.method == offer.address.method }) {
      throw RouteCollision(address: offer.address, one: other.place.text, other: offer.place.text)
    }
    nodes[index].offers.append(offer)
  }

  enum Match {
    /// - Parameter values: of the parameters in the path, by their order.
    case found(Offer, values: [String])
    /// The path is there, the method isn't.
    case otherMethods([String])
    case nothing
  }

  /// A path that names what is there by a word of its own comes before one that takes any value.
  func match(_ method: String, _ path: [String]) -> Match {
    // HEAD is a GET whose body is left out.
    let wanted = method == "HEAD" ? "GET" : method
    var methods: [String] = []
    func search(_ index: Int, _ rest: ArraySlice<String>, _ values: [String]) -> Match? {
      guard let part = rest.first else {
        if let offer = nodes[index].offers.first(where: { $0.address.method == wanted }) {
          return .found(offer, values: values)
        }
        methods += nodes[index].offers.map(\.address.method)
        return nil
      }
      if let next = nodes[index].literals[part], let match = search(next, rest.dropFirst(), values) { return match }
      return nodes[index].parameter.flatMap { search($0, rest.dropFirst(), values + [part]) }
    }
    return search(0, path[...], []) ?? (methods.isEmpty ? .nothing : .otherMethods(methods))
  }
}

/// Two commands have one address: a mistake in their declarations, which a test finds.
struct RouteCollision: Error, CustomStringConvertible {
  let address: Address
  let one: String
  let other: String

  var description: String { "'\(one)' and '\(other)' are both at \(address)" }
}
