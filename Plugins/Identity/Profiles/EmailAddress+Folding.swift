extension EmailAddress {
  /// The form under which limits count an address: spellings that lead to one mailbox, or do with many providers, are
  /// the same in it.
  ///
  /// Small letters, NFC, without a tag behind `+` and without dots before the @; the domain in Unicode. Two mailboxes
  /// may come out as one, which costs them some of their limit; so it is good for counting only, never for finding or
  /// sending.
  static func folded(_ address: String) -> String {
    let parts = Array(plain(address).utf8).split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    guard parts.count == 2 else { return plain(address) }
    // Bytes, since a mark that combines would hide a dot or a plus from a look at characters.
    let name = parts[0].prefix { $0 != UInt8(ascii: "+") }.filter { $0 != UInt8(ascii: ".") }
    let labels = parts[1].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map { label in
      let text = String(decoding: label, as: UTF8.self)
      guard text.utf8.starts(with: "xn--".utf8) else { return text }
      return Punycode.decoded(label.dropFirst(4)).map(plain) ?? text
    }
    let local = name.isEmpty ? Array(parts[0]) : name
    return "\(String(decoding: local, as: UTF8.self))@\(labels.joined(separator: "."))"
  }

  /// As a host name is mapped, without joiners, which can't be seen.
  private static func plain(_ text: String) -> String {
    hostMapped(String(String.UnicodeScalarView(text.unicodeScalars.filter { ![0x200C, 0x200D].contains($0.value) })))
  }
}
