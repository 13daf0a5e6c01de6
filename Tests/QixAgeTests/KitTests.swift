import Foundation
import QixCrypto
import QixTesting
import Testing

@testable import QixAge

/// A case of age's test kit (C2SP/CCTV): what should come of a file, and with which keys.
struct KitCase: CustomTestStringConvertible, Sendable {
  let name: String
  private let fields: [(key: String, value: String)]
  private let stored: [UInt8]

  static let all: [KitCase] = {
    guard let folder = PublishedVectors.find("age") else { return [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().compactMap { KitCase(folder.appendingPathComponent($0)) }
  }()

  private init?(_ url: URL) {
    guard let data = try? Data(contentsOf: url), let end = data.range(of: Data("\n\n".utf8)) else { return nil }
    name = url.lastPathComponent
    stored = [UInt8](data[end.upperBound...])
    fields = String(decoding: data[..<end.lowerBound], as: UTF8.self).split(separator: "\n").map { line in
      let parts = line.split(separator: ":", maxSplits: 1)
      return (String(parts[0]), parts.count == 2 ? String(parts[1].dropFirst()) : "")
    }
  }

  func values(_ key: String) -> [String] { fields.filter { $0.key == key }.map(\.value) }

  var expect: String { values("expect")[0] }
  var isArmored: Bool { values("armored") == ["yes"] }
  /// The post-quantum recipients, which this program doesn't have.
  var isApplicable: Bool { !values("identity").contains { $0.hasPrefix("AGE-SECRET-KEY-PQ-1") } }
  var testDescription: String { name }

  var keys: [any AgeUnwrapping] {
    values("identity").compactMap { identity($0) } + values("passphrase").map { passphrase($0) }
  }

  func file() throws -> [UInt8] {
    values("compressed") == ["zlib"] ? try #require(inflated(stored)) : stored
  }
}

/// Through the system's zlib, which Debian's package manager needs itself.
private func inflated(_ bytes: [UInt8]) -> [UInt8]? {
  typealias Uncompress =
    @convention(c) (UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt>, UnsafePointer<UInt8>, UInt) -> Int32
  guard let library = dlopen("libz.so.1", RTLD_NOW), let symbol = dlsym(library, "uncompress") else { return nil }
  let uncompress = unsafeBitCast(symbol, to: Uncompress.self)
  var result = [UInt8](repeating: 0, count: 1 << 25)
  var count = UInt(result.count)
  guard uncompress(&result, &count, bytes, UInt(bytes.count)) == 0 else { return nil }
  return Array(result.prefix(Int(count)))
}

@Suite("age's test kit", .needs(.vectors("age")))
struct KitTests {
  @Test("Each case ends as the kit says", arguments: KitCase.all.filter(\.isApplicable))
  func kit(_ kit: KitCase) throws {
    let expected = try #require(
      [
        "success": [nil], "header failure": ["age.header", "age.work-factor"], "armor failure": ["age.armor"],
        "payload failure": ["age.payload"], "no match": ["age.no-match"], "HMAC failure": ["age.header-changed"],
      ][kit.expect])
    let file = try kit.file()
    let form: AgeFile.Form = kit.isArmored ? .armored : .binary
    #expect(expected.contains(failure(file, with: kit.keys, form: form)))
    if kit.expect == "success" {
      let content = try decrypt(file, with: kit.keys, form: form)
      var hasher = SHA256()
      hasher.update(content)
      #expect(Hexadecimal.encode(hasher.finish() as [UInt8]) == kit.values("payload")[0])
      #expect(try decrypt(file, with: kit.keys) == content, "the form is seen without being told")
    } else {
      #expect(failure(file, with: kit.keys) != nil)
    }
  }

  @Test("The kit is whole, and what doesn't apply is counted")
  func whole() {
    let skipped = KitCase.all.filter { !$0.isApplicable }.map(\.name)
    print(
      "age's test kit: \(KitCase.all.count) cases; post-quantum, not applicable: \(skipped.joined(separator: ", "))")
    #expect(skipped.allSatisfy { $0.contains("hybrid") })
    #expect(KitCase.all.count - skipped.count >= 100)
  }
}
