package import QixKernel

extension Cell {
  /// A missing value for nil.
  package static func text(_ text: String?) -> Cell { text.map { .text($0) } ?? .missing }
  package static func text(_ sentence: Sentence) -> Cell { .sentence(sentence) }
  package static func text(_ sentence: Sentence?) -> Cell { sentence.map { .sentence($0) } ?? .missing }
  package static func integer(_ value: Int64?) -> Cell { value.map { .integer($0) } ?? .missing }
  package static func coins(_ value: Int64?) -> Cell { value.map { .coins($0) } ?? .missing }
  package static func timestamp(_ time: Timestamp?) -> Cell { time.map { .timestamp($0) } ?? .missing }
  package static func date(_ date: CalendarDate?) -> Cell { date.map { .date($0) } ?? .missing }
  package static func identifier<Tag: IdentifierTag>(_ id: Identifier<Tag>) -> Cell { .identifier("\(id)") }
  package static func identifier<Tag: IdentifierTag>(_ id: Identifier<Tag>?) -> Cell {
    id.map { .identifier("\($0)") } ?? .missing
  }
  package static func count(_ count: Int) -> Cell { .integer(Int64(count)) }
}
