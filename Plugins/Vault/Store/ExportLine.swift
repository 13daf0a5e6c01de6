internal import QixCrypto
internal import QixModule
internal import VaultContract

/// The content of an export, inside of its age file: JSON Lines. The first says what it is, each other one is an item,
/// its secret in Base64.
enum ExportFormat {
  static let name = "qix-vault-export/1"
  static let secretKey = "secret_base64"

  static func header(vault: VaultID, changes: Int64, items: Int64, at time: Timestamp) -> SecretBytes {
    var json = JSONWriter()
    json.beginObject()
    json.member("format", name)
    json.member("vault", "\(vault)")
    json.key("changes")
    json.integer(changes)
    json.key("items")
    json.integer(items)
    json.member("exported", "\(time)")
    json.endObject()
    return SecretBytes(copying: Array("\(json.text)\n".utf8))
  }

  /// Everything but the secret is written by the JSON writer; the secret never becomes a `String`.
  static func line(_ record: ItemRecord, _ names: ItemNames, _ secret: borrowing SecretBytes) -> SecretBytes {
    var json = JSONWriter()
    json.beginObject()
    json.member("service", names.service)
    json.member("account", names.account)
    json.member("class", record.itemClass.name)
    json.member("label", names.label)
    json.key("readers")
    json.beginArray()
    for reader in names.readers { json.string(reader) }
    json.endArray()
    json.key("version")
    json.integer(record.version)
    json.member("created", "\(record.created)")
    json.member("updated", "\(record.updated)")
    json.member(secretKey, "")
    json.endObject()
    // `…"secret_base64":""}`: the text goes between the last two quotation marks.
    let text = Array(json.text.utf8)
    let encoded = Base64.padded.encode(secret)
    var line = SecretBytes(count: text.count + encoded.count + 1)
    line.withUnsafeMutableBytes { line in
      encoded.withUnsafeBytes { encoded in
        line.copyBytes(from: text.dropLast(2))
        UnsafeMutableRawBufferPointer(rebasing: line[(text.count - 2)...]).copyBytes(from: encoded)
        UnsafeMutableRawBufferPointer(rebasing: line[(text.count - 2 + encoded.count)...]).copyBytes(
          from: Array("\"}\n".utf8))
      }
    }
    return line
  }
}

/// An item of an export that is being imported.
final class ImportedItem: Sendable {
  /// The line it stands in, from 1.
  let line: Int
  let names: ItemNames
  let itemClass: ItemClass
  let secret: SecretBytes

  /// Reads a line.
  /// - Throws: `VaultError.malformed` with what is wrong, without the text.
  init(_ bytes: UnsafeRawBufferPointer, line: Int) throws {
    let (json, range) = try Self.takeSecret(out: bytes)
    let value: JSONValue
    do {
      value = try JSONValue(parsing: json)
    } catch {
      throw VaultError.malformed("it is not a JSON object", hint: nil)
    }
    for member in value.object?.members ?? [] where !Self.members.contains(member.key) {
      throw VaultError.malformed("it has an unknown member", hint: nil)
    }
    guard let service = value["service"]?.string, let account = value["account"]?.string,
      let itemClass = (value["class"] ?? "password").string.flatMap(ItemClass.init(name:)),
      let label = (value["label"] ?? "").string, let list = (value["readers"] ?? []).array
    else { throw VaultError.malformed("service, account, class, label or readers are missing or wrong", hint: nil) }
    let readers = list.compactMap(\.string)
    guard readers.count == list.count, readers.allSatisfy({ (1...100).contains($0.utf8.count) }) else {
      throw VaultError.malformed("its readers are not a list of names", hint: nil)
    }
    names = ItemNames(service: service, account: account, label: label, readers: Set(readers).sorted())
    try names.check()
    self.itemClass = itemClass
    self.line = line
    guard let secret = Base64.padded.decodeSecret(UnsafeRawBufferPointer(rebasing: bytes[range])) else {
      throw VaultError.malformed("\(ExportFormat.secretKey) is not Base64", hint: nil)
    }
    guard (1...SizeClass.limit).contains(secret.count) else {
      throw VaultError.malformed("its secret is empty or longer than 1 MiB", hint: nil)
    }
    // Only the module itself could mend it afterwards.
    guard !names.isOfModule || Self.isModuleKey(names, itemClass, secret.count) else {
      throw VaultError.malformed(
        "a key of a module has class key, 32 bytes, and that module as its only reader", hint: nil)
    }
    self.secret = secret
  }

  private static func isModuleKey(_ names: ItemNames, _ itemClass: ItemClass, _ size: Int) -> Bool {
    itemClass == .key && size == SecretBox.keySize && names.readers.count == 1
      && names.service == ItemNames.serviceOfKeys(of: names.readers[0])
  }

  private static let members: Set<String> = [
    "service", "account", "class", "label", "readers", "version", "created", "updated", ExportFormat.secretKey,
  ]

  /// The line with nothing where the secret is, and where that is: the secret is not for the JSON parser, which makes
  /// texts of what it reads.
  private static func takeSecret(out line: UnsafeRawBufferPointer) throws -> (json: [UInt8], Range<Int>) {
    let key = Array("\"\(ExportFormat.secretKey)\"".utf8)
    var place = 0
    var json: [UInt8] = []
    var found: Range<Int>?
    // From one text to the next: only there do quotation marks stand.
    while let start = line[place...].firstIndex(of: UInt8(ascii: "\"")) {
      let end = try Self.end(ofText: start, in: line)
      json += line[place..<start]
      place = end
      let text = line[start..<end]
      json += text
      guard text.elementsEqual(key), found == nil else { continue }
      var next = end
      while next < line.count, [0x20, 0x09, UInt8(ascii: ":")].contains(line[next]) { next += 1 }
      // As a value of another member it would have no text behind a colon.
      guard next > end, next < line.count, line[next] == UInt8(ascii: "\"") else { continue }
      let valueEnd = try Self.end(ofText: next, in: line)
      found = next + 1..<valueEnd - 1
      json += line[end...next]
      json.append(UInt8(ascii: "\""))
      place = valueEnd
    }
    json += line[place...]
    guard let found else {
      let isObject = (try? JSONValue(parsing: json))?.object != nil
      throw VaultError.malformed(
        isObject ? "\(ExportFormat.secretKey) is missing" : "it is not a JSON object", hint: nil)
    }
    return (json, found)
  }

  /// The index behind the quotation mark that ends a text.
  private static func end(ofText start: Int, in line: UnsafeRawBufferPointer) throws -> Int {
    var index = start + 1
    while index < line.count {
      if line[index] == UInt8(ascii: "\"") { return index + 1 }
      index += line[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    throw VaultError.malformed("it is not a JSON object", hint: nil)
  }
}
