internal import QixModule
internal import VaultContract

/// An item's names and readers: encrypted, but no secret once the vault is open.
struct ItemNames: Sendable, Equatable {
  /// The purpose of the secret: `smtp`, `firebase`.
  var service: String
  /// The account at the service.
  var account: String
  /// A remark for people; may be empty.
  var label: String
  /// Ids of modules, and `run` for `qix vault run`, in order.
  var readers: [String]

  /// Characters of a service, an account, a label.
  static let longest = 200
  /// Begins the services of keys that modules make for themselves; the module's id follows.
  static let modulePrefix = "qix/"

  static func serviceOfKeys(of module: String) -> String { modulePrefix + module }

  /// Whether the item is a key that a module has made for itself.
  var isOfModule: Bool { service.hasPrefix(Self.modulePrefix) }

  /// - Throws: `VaultError.malformed`, without the text.
  func check() throws {
    for (what, text) in [("service", service), ("account", account), ("label", label)] {
      guard what == "label" || !text.isEmpty else { throw VaultError.malformed("the \(what) is empty", hint: nil) }
      guard text.unicodeScalars.count <= Self.longest else {
        throw VaultError.malformed("the \(what) is longer than \(Self.longest) characters", hint: nil)
      }
      guard PlainText.isUncontrolled(text) else {
        throw VaultError.malformed("the \(what) has control characters", hint: nil)
      }
    }
  }

  /// Of an item that is made: what is there already, also in an export, goes on being called what it is.
  /// - Throws: `VaultError.malformed`, without the text.
  func checkNew() throws {
    for (what, text) in [("service", service), ("account", account)] {
      if let problem = ExactName.problem(with: text, most: Self.longest) {
        throw VaultError.malformed("the \(what) can't be used: \(problem)", hint: nil)
      }
    }
  }
}

extension ItemNames {
  private static let version: UInt8 = 1
  /// Bytes to whose multiples names are padded.
  private static let block = 64

  /// A byte 1, the number of texts in two bytes, each text with its length in two bytes before it, and padding.
  var encoded: [UInt8] {
    var bytes: [UInt8] = [Self.version]
    func append(_ number: Int) { bytes += [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)] }
    append(readers.count + 3)
    for text in [service, account, label] + readers {
      append(text.utf8.count)
      bytes += text.utf8
    }
    // ISO/IEC 7816-4, as `sodium_pad` does it.
    bytes.append(0x80)
    bytes += [UInt8](repeating: 0, count: (Self.block - bytes.count % Self.block) % Self.block)
    return bytes
  }

  /// Nil for anything but what `encoded` gives.
  init?(encoded bytes: [UInt8]) {
    guard let names = bytes.withUnsafeBufferPointer({ Self.decoded($0) }) else { return nil }
    self = names
  }

  private static func decoded(_ bytes: UnsafeBufferPointer<UInt8>) -> ItemNames? {
    var place = 0
    func byte() -> UInt8? {
      guard place < bytes.count else { return nil }
      defer { place += 1 }
      return bytes[place]
    }
    func number() -> Int? {
      guard let high = byte(), let low = byte() else { return nil }
      return Int(high) << 8 | Int(low)
    }
    func text() -> String? {
      guard let length = number(), place + length <= bytes.count else { return nil }
      defer { place += length }
      return String(validating: UnsafeBufferPointer(rebasing: bytes[place..<place + length]), as: UTF8.self)
    }
    guard byte() == Self.version, let count = number(), count >= 3, let service = text(), let account = text(),
      let label = text()
    else { return nil }
    var readers: [String] = []
    for _ in 3..<count {
      guard let reader = text() else { return nil }
      readers.append(reader)
    }
    guard byte() == 0x80, bytes.count.isMultiple(of: Self.block), bytes.count - place < Self.block,
      bytes[place...].allSatisfy({ $0 == 0 })
    else { return nil }
    return ItemNames(service: service, account: account, label: label, readers: readers)
  }
}
