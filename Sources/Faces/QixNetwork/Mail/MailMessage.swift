internal import QixCrypto
package import QixKernel

/// A text to one person, as an Internet message (RFC 5322, RFC 2045).
package struct MailMessage: Sendable {
  package let from: MailAddress
  package let to: MailAddress
  package let subject: String
  package let text: String
  package let date: Timestamp
  /// Unique in the world together with the sender's domain; letters and digits.
  package let id: String
  /// The address by which mail programs stop such messages with one tap (RFC 8058); nil for none.
  package let unsubscribe: String?

  /// - Throws: `NetworkError.malformedHeader` for a subject with control characters, which could begin a header of its
  ///   own, and for an id or an address of other characters.
  package init(
    from: MailAddress, to: MailAddress, subject: String, text: String, date: Timestamp, id: String,
    unsubscribe: String? = nil
  ) throws(NetworkError) {
    guard PlainText.isUncontrolled(subject),
      !subject.unicodeScalars.contains("\u{2028}"), !subject.unicodeScalars.contains("\u{2029}")
    else { throw .malformedHeader(problem: "the subject has control characters") }
    guard subject.utf8.count <= 500 else { throw .malformedHeader(problem: "the subject is longer than 500 bytes") }
    guard !id.isEmpty, id.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x5F })
    else { throw .malformedHeader(problem: "the message's id has characters other than letters and digits") }
    if let unsubscribe {
      let isAddress = unsubscribe.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x3C && $0 != 0x3E }
      guard isAddress, !unsubscribe.isEmpty, unsubscribe.utf8.count <= 900 else {
        throw .malformedHeader(problem: "the address to unsubscribe has other characters than addresses have")
      }
    }
    self.unsubscribe = unsubscribe
    self.from = from
    self.to = to
    self.subject = subject
    self.text = text
    self.date = date
    self.id = id
  }

  /// The message as it goes over the wire, each line with CR and LF behind.
  package var bytes: [UInt8] {
    let body = Self.lines(text)
    let isPlain = body.allSatisfy { $0.utf8.count <= 76 && $0.utf8.allSatisfy { (0x20...0x7E).contains($0) } }
    let header = [
      "Date: \(Self.date(date))", "From: <\(from.text)>", "To: <\(to.text)>",
      "Message-ID: <\(id)@\(from.domain)>", "Subject: \(Self.encoded(subject))", "MIME-Version: 1.0",
      "Content-Type: text/plain; charset=utf-8",
      "Content-Transfer-Encoding: \(isPlain ? "7bit" : "quoted-printable")",
      // No answers of machines to a machine (RFC 3834 §5).
      "Auto-Submitted: auto-generated",
    ]
    // One tap, by a POST to the address with this very body.
    let oneTap =
      unsubscribe.map { ["List-Unsubscribe: <\($0)>", "List-Unsubscribe-Post: List-Unsubscribe=One-Click"] } ?? []
    let lines = header + oneTap + [""] + (isPlain ? body : body.map(Self.quotedPrintable)) + [""]
    return Array(lines.joined(separator: "\r\n").utf8)
  }

  /// Whatever ends a line does so here too; a lone CR must not be left over (RFC 5321 §2.3.8).
  private static func lines(_ text: String) -> [String] {
    var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }.map(
      String.init)
    while lines.last == "" { lines.removeLast() }
    return lines
  }

  /// RFC 2047: text beyond ASCII in words of at most 75 characters, each whole characters of UTF-8.
  static func encoded(_ text: String) -> String {
    let isPlain = text.utf8.count <= 60 && text.utf8.allSatisfy { (0x20...0x7E).contains($0) } && !text.contains("=?")
    if isPlain { return text }
    var words: [[UInt8]] = [[]]
    for scalar in text.unicodeScalars {
      let bytes = Array(String(scalar).utf8)
      // 75 characters less `=?UTF-8?B?` and `?=` hold 45 bytes in Base64.
      if words[words.count - 1].count + bytes.count > 45 { words.append([]) }
      words[words.count - 1] += bytes
    }
    return words.map { "=?UTF-8?B?\(Base64.padded.encode($0))?=" }.joined(separator: "\r\n ")
  }

  /// RFC 2045 §6.7: lines of at most 76 characters, blanks at an end encoded.
  private static func quotedPrintable(_ line: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var result: [UInt8] = []
    var column = 0
    let bytes = Array(line.utf8)
    for (index, byte) in bytes.enumerated() {
      let isLast = index == bytes.count - 1
      let isBlank = byte == 0x20 || byte == 0x09
      let isPlain = (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "=") || isBlank && !isLast
      let width = isPlain ? 1 : 3
      if column + width > 75 {
        result += [UInt8(ascii: "="), 0x0D, 0x0A]
        column = 0
      }
      result += isPlain ? [byte] : [UInt8(ascii: "="), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      column += width
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// RFC 5322 §3.3, in UTC: `Fri, 15 Jan 2027 08:00:00 +0000`.
  static func date(_ time: Timestamp) -> String {
    let text = "\(time)"
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    // 1970-01-01 was a Thursday.
    let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    let day = days[Int(((time.date.daysSinceEpoch % 7) + 7) % 7)]
    let parts = text.prefix(10).split(separator: "-").map(String.init)
    guard parts.count == 3, let month = Int(parts[1]) else { return text }
    return "\(day), \(parts[2]) \(months[month - 1]) \(parts[0]) \(text.dropFirst(11).prefix(8)) +0000"
  }
}
