internal import QixFormats

extension JSONWriter {
  mutating func member(_ name: String, orNull text: String?) {
    key(name)
    if let text { string(text) } else { null() }
  }

  mutating func member(_ name: String, _ number: Int64) {
    key(name)
    integer(number)
  }
}
